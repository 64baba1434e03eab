import type { Page } from 'playwright'

/** Returns once the app has taken over what the server drew: only then does the router see where the history goes. */
export const takenOver = (page: Page) => page.waitForFunction(() => performance.getEntriesByName('alive').length > 0)
