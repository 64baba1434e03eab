/** Of a 503: this replica cannot save, and another one may. */
export const CANNOT_SAVE_HEADER = 'replica-cannot-save'
/** Of a request: a replica could not save, so that the proxy has to choose one that can. */
export const OTHER_REPLICA_HEADER = 'other-replica'
