import { PRELOAD_ERROR, preload } from '#client/hooks/preload.ts'
import type { AnyRoute } from './route.ts'

const RELOADED_KEY = 'reloaded_for_build'

/** Fetches a screen's code for a navigation. Raises `preload-error` where that fails. */
export const chunkOf = (route: AnyRoute, target?: EventTarget): Promise<unknown> => preload(route.chunk, target)

/** What reloading needs of the browser. */
export type Reloading = Pick<EventTarget, 'addEventListener'> & {
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>
  fetch: (path: string, init: RequestInit) => Promise<Response>
  location: Pick<Location, 'href' | 'reload'>
}

/**
 * The app's own answer to a `preload-error`: after a deploy the old names are gone, so the page is reloaded, once per
 * build. Only where the server answers: a reload without network would take away the page that is still there.
 */
export function reloadOnPreloadError(build: string, browser: Reloading = window) {
  browser.addEventListener(PRELOAD_ERROR, async (event) => {
    if (browser.sessionStorage.getItem(RELOADED_KEY) === build) return
    const reachable = await browser
      .fetch(browser.location.href, { method: 'HEAD', cache: 'no-store' })
      .catch(() => null)
    if (!reachable || reachable.status >= 500 || event.defaultPrevented) return
    browser.sessionStorage.setItem(RELOADED_KEY, build)
    browser.location.reload()
  })
}
