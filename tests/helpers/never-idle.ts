import type { Page } from 'playwright'

/** A machine that has no time left once the app is there: what is done when nothing else is to be done never comes. */
export const neverIdle = (page: Page) =>
  page.addInitScript(() => {
    const later = window.requestIdleCallback.bind(window)
    window.requestIdleCallback = (work, options) =>
      performance.getEntriesByName('alive').length > 0 ? 0 : later(work, options)
  })
