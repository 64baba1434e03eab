import { findPage } from '#client/app/routing/find-page.ts'
import type { PageHead } from '#client/lib/page-types.ts'
import type { Api } from '#contract/api.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { signUpEditions, TOKEN_PATTERN } from '#contract/registration.ts'
import type { SiteInfo } from '#contract/site.ts'
import { ogImageKey, type TrackDependency } from '#server/content/changed-keys.ts'
import { pageHeaders } from '#server/http/headers.ts'
import { bytesOf, type EncodedVariants, precompress, respond } from '#server/http/responses.ts'
import type { Document, RenderedScreen } from './document.ts'
import { movedTo, unknownPage } from './error-pages.ts'
import type { HeadExtras } from './head-tags.ts'
import type { Cacheable } from './page-cache.ts'
import { renderMarkup } from './render.tsx'

/** A page in memory; sending it involves no further work. */
export type CachedPage = Cacheable & {
  send: (request: Request) => Response
  variants?: EncodedVariants
}

export type PageSources = {
  /** Returns the stored path of a post's share image; `undefined` until it is rendered. */
  card?: ((post: Post, site: SiteInfo) => string | undefined) | undefined
  /** The API for the `load` functions of routes; it calls `uses` for every record that it reads. */
  api: (uses: TrackDependency) => Api
  siteInfo: () => Promise<SiteInfo>
  document: (screen: RenderedScreen) => Document
  /** The site's public URL is https. */
  tls: boolean
  /** Adds `Server-Timing` to pages, for development. */
  timed?: boolean
}

/** The cache key of the response to all unknown paths; no path starts like it. */
export const UNKNOWN = 'unknown'

/**
 * Renders the page of a cache key: loads its data, renders, compresses. `peek` returns cached pages; `unchanged` is called for
 * each 304. All pages of a route that are not found share one cache entry, so that made-up URLs fill no memory.
 */
export function createPageRenderer(
  { api, siteInfo, document, tls, card, timed }: PageSources,
  peek: (key: string) => CachedPage | undefined,
  unchanged?: () => void,
) {
  const page = (cacheKey: string | undefined, variants: EncodedVariants, status: number): CachedPage => {
    const send = (request: Request) => respond(request, variants, status, unchanged)
    return { cacheKey, bytes: bytesOf(variants), send, variants }
  }

  async function extrasOf({ article, offers }: PageHead, site: SiteInfo, uses: TrackDependency): Promise<HeadExtras> {
    if (article) uses(ogImageKey(article.id))
    return {
      ...(article && { card: card?.(article, site) }),
      ...(offers && { plans: await api(uses).plans() }),
    }
  }

  return async (key: string, uses: TrackDependency): Promise<CachedPage> => {
    uses('site')
    const site = await siteInfo()
    const match = findPage(splitTarget(key), site.slug)
    if (!match) return page(UNKNOWN, await unknownPage(site, tls), 404)
    const { route, at } = match
    const timer = timed ? stopwatch() : undefined
    const opened = await route.open(api(uses), at)
    timer?.lap('load')
    const head = opened.head(site)
    const { redirectTo, formRedirect, status = 200 } = head
    if (redirectTo && status !== 404) return { cacheKey: undefined, bytes: 0, send: () => movedTo(redirectTo, tls) }
    // Search results are not cached: their number is unlimited.
    const cacheKey = at.search.has('q') ? undefined : status === 404 ? `404 ${route.path}` : key
    const shared = cacheKey === key || cacheKey === undefined ? undefined : peek(cacheKey)
    if (shared) return shared
    if (redirectTo) return page(cacheKey, await unknownPage(site, tls), status)
    const body = renderMarkup(key, opened, site)
    timer?.lap('render')
    const extras = await extrasOf(head, site, uses)
    const { html, hashes } = document({ head, extras, route, body, site, data: opened.data })
    timer?.lap('document')
    const headers = { ...pageHeaders(hashes, { tls, formLeadsTo: formRedirect }), ...timer?.headers() }
    return page(cacheKey, await precompress(html, headers), status)
  }
}

/** `/blog?page=2` → path and query. */
export function splitTarget(target: string): { pathname: string; search: string } {
  const mark = target.indexOf('?')
  return mark === -1
    ? { pathname: target, search: '' }
    : { pathname: target.slice(0, mark), search: target.slice(mark) }
}

/** Stands for all tokens, and is a valid one. */
const ANY_TOKEN = '-'

/**
 * The cache key of a URL. The sign-up page is the same for all tokens, which the browser reads from the URL, and an unknown plan
 * selects the first one: so neither can fill the cache.
 */
export function pageCacheKey(key: string): string {
  if (!key.startsWith(pagePaths.tryForFree)) return key
  const { pathname, search } = splitTarget(key)
  const token = pathname.slice(pagePaths.tryForFree.length + 1)
  const path = TOKEN_PATTERN.test(token) ? `${pagePaths.tryForFree}/${ANY_TOKEN}` : pathname
  const plan = new URLSearchParams(search).get('plan')
  return signUpEditions.some((one) => String(one.plan) === plan) ? `${path}?plan=${plan}` : path
}

/** Measures steps for the `Server-Timing` header, in milliseconds. */
function stopwatch() {
  let last = performance.now()
  const steps: string[] = []
  return {
    lap(name: string) {
      const now = performance.now()
      steps.push(`${name};dur=${(now - last).toFixed(1)}`)
      last = now
    },
    headers: () => ({ 'server-timing': steps.join(', ') }),
  }
}
