import type { Page } from 'playwright'

/** Waits until the whole page is hydrated, lazy parts included, and laid out. Only then do links navigate inside the app. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() => {
    const isReady = performance.getEntriesByName('app-ready').length > 0
    const sections = [...document.querySelectorAll('main > *')]
    const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith('__react'))
    return isReady && 'hydrated' in document.documentElement.dataset && sections.every(isHydrated)
  })
