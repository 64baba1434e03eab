/** Events on the window: the page is hydrated, or it never will be. */
export const APP_READY = 'app-ready'
export const APP_FAILED = 'app-failed'

/** Called once, when the app handles every event on the page. */
export function announceReady() {
  performance.mark(APP_READY)
  dispatchEvent(new Event(APP_READY))
}

/** When the current page became visible, in ms since 1970. The first page is painted long before it is hydrated. */
export const pageVisibleSince = () =>
  performance.getEntriesByName(APP_READY).length === 0 ? Math.round(performance.timeOrigin) : Date.now()

/** For browsers without `requestIdleCallback`. */
const STEP_MS = 50

/** Runs `work` when the browser is idle, or after the timeout in `options`. */
export const whenIdle = (work: () => void, options?: IdleRequestOptions) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, options) : setTimeout(work, STEP_MS)
