/** The time of this machine, unless a test supplies another clock. */
export const systemClock = (): Date => new Date()
