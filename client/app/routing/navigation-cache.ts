import { importWithPreloadError, PRELOAD_ERROR } from '#client/lib/loading.ts'
import type { Api } from '#contract/api.ts'
import type { PageAddress } from './find-page.ts'
import type { AnyRoute, Page } from './route.ts'

/** A page fetched this recently, by a hover or a visit, is drawn at once when a link leads to it. */
const FRESH_MS = 10_000
const CACHED_PAGES_MAX = 30

/** The pages that a tab has loaded, and the way to more. */
export type NavigationCache = {
  /** A page that can be drawn without waiting. Back and forward show a page as it was left, however long ago. */
  peek(address: PageAddress, returning: boolean): Page | undefined
  /** Fetches a page; raises `preload-error` where its code fails. Rejects where anything does. */
  open(address: PageAddress): Promise<Page>
  /** The next time, the page is opened anew. */
  evict(key: string): void
}

/** Keeps what a tab loads; what is already on the way is never asked for twice. */
export function createNavigationCache(api: Api, now = () => Date.now(), target: EventTarget = window) {
  const cached = new Map<string, { page: Page; at: number }>()
  const coming = new Map<string, Promise<Page>>()

  function store(key: string, page: Page) {
    cached.delete(key)
    cached.set(key, { page, at: now() })
    for (const oldest of cached.keys()) {
      if (cached.size <= CACHED_PAGES_MAX) break
      cached.delete(oldest)
    }
    return page
  }

  function fetchPage({ key, route, at }: PageAddress): Promise<Page> {
    const page = coming.get(key) ?? route.open(api, at).then((page) => store(key, page))
    coming.set(key, page)
    page.finally(() => coming.delete(key)).catch(() => {})
    return page
  }

  function peek({ key }: PageAddress, returning: boolean): Page | undefined {
    const one = cached.get(key)
    return one && (returning || now() - one.at < FRESH_MS) ? one.page : undefined
  }

  async function open(address: PageAddress): Promise<Page> {
    const page = fetchPage(address)
    await chunkOf(address.route, target)
    return page
  }

  /** A guess: its failure concerns nobody, the click will try again. */
  function prefetch(address: PageAddress) {
    if (!peek(address, false)) fetchPage(address).catch(() => {})
  }

  const evict = (key: string) => void cached.delete(key)

  return { store, evict, peek, open, prefetch }
}

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
