/** Where a browser does not tell when it is idle. */
const STEP_MS = 50

/** Does this once nothing else is to be done, or at the latest as the options say. */
export const whenIdle = (work: () => void, options?: IdleRequestOptions) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, options) : setTimeout(work, STEP_MS)
