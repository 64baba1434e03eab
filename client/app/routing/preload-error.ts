import { importWithPreloadError, PRELOAD_ERROR } from '#client/lib/preload.ts'
import type { AnyRoute } from './route.ts'

const RELOADED_KEY = 'reloaded_for_build'

/** Fetches a screen's code for a navigation. Raises `preload-error` where that fails. */
export const chunkOf = (route: AnyRoute, target?: EventTarget): Promise<unknown> =>
  importWithPreloadError(route.loadChunk, target)

/** What reloading needs of the browser. */
export type Reloading = Pick<EventTarget, 'addEventListener'> & {
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>
  fetch: (path: string, init: RequestInit) => Promise<Response>
  location: Pick<Location, 'href' | 'reload'>
}

/**
 * The app's own answer to a `preload-error`: after a deploy the old names are gone, so the page is reloaded, once per
 * build. Only where the server answers: a reload without network would take away the page that is still there. And not
 * over a form that is filled in: the browser can still send it.
 */
export function reloadOnPreloadError(build: string, browser: Reloading = window, isFilledIn = hasTypedText) {
  browser.addEventListener(PRELOAD_ERROR, async (event) => {
    if (browser.sessionStorage.getItem(RELOADED_KEY) === build) return
    const reachable = await browser
      .fetch(browser.location.href, { method: 'HEAD', cache: 'no-store' })
      .catch(() => null)
    if (!reachable || reachable.status >= 500 || event.defaultPrevented || isFilledIn()) return
    browser.sessionStorage.setItem(RELOADED_KEY, build)
    browser.location.reload()
  })
}

const hasTypedText = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main input,main textarea')].some(
    ({ value, defaultValue }) => value !== defaultValue,
  )
