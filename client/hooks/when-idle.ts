/** Where a browser does not tell when it is idle. */
const STEP_MS = 50

/** Does this once nothing else is to be done. */
export const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, STEP_MS)
