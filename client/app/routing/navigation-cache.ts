import { importWithPreloadError, PRELOAD_ERROR } from '#client/lib/loading.ts'
import type { Api } from '#contract/api.ts'
import type { PageAddress } from './find-page.ts'
import type { AnyRoute, Page } from './route.ts'

/** A page that was loaded this recently renders at once when a link opens it. */
const FRESH_MS = 10_000
const CACHED_PAGES_MAX = 30

export type NavigationCache = {
  /** A page that can be rendered at once. Back and forward show a page as it was, whatever its age. */
  peek(address: PageAddress, returning: boolean): Page | undefined
  /** Loads a page. Rejects on any failure, and dispatches `preload-error` if its code cannot be loaded. */
  open(address: PageAddress): Promise<Page>
  evict(key: string): void
}

/** Caches loaded pages, and never loads the same page twice at once. */
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

  /** Failures are ignored: the click will try again. */
  function prefetch(address: PageAddress) {
    if (!peek(address, false)) fetchPage(address).catch(() => {})
  }

  const evict = (key: string) => void cached.delete(key)

  return { store, evict, peek, open, prefetch }
}

const RELOADED_KEY = 'reloaded_for_build'

/** Loads a page's code for a navigation. Dispatches `preload-error` on failure. */
export const chunkOf = (route: AnyRoute, target?: EventTarget): Promise<unknown> =>
  importWithPreloadError(route.loadChunk, target)

export type Reloading = Pick<EventTarget, 'addEventListener'> & {
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>
  fetch: (path: string, init: RequestInit) => Promise<Response>
  location: Pick<Location, 'href' | 'reload'>
}

/**
 * Handles `preload-error`: after a deployment the old chunks are gone, so the page reloads, once per build. Only if the
 * server responds, because a reload without network would lose the current page, and not over a filled-in form, which
 * the browser can still submit.
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
