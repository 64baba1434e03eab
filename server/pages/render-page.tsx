import { AdminFrame } from '#client/app/frame/admin-frame.tsx'
import { SiteFrame } from '#client/app/frame/site-frame.tsx'
import { findPage } from '#client/app/routing/find-page.ts'
import type { Api, CardQuery } from '#contract/api.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { signUpEditions, TOKEN_PATTERN } from '#contract/registration.ts'
import type { SiteInfo } from '#contract/site.ts'
import { ogImageKey, type TrackDependency } from '#server/content/snapshot/changed-keys.ts'
import type { CachedResponse } from '#server/http/response-cache.ts'
import {
  bytesOf,
  type EncodedVariants,
  pageCaching,
  pageHeaders,
  precompress,
  respond,
  type Tls,
} from '#server/http/responses.ts'
import type { CreateDocument } from './document.ts'
import { movedTo, unknownPage } from './error-pages.ts'
import { isLegalPage, type LegalTexts, legalPage } from './legal-pages.ts'
import { renderMarkup } from './render-markup.tsx'

export type PageSources = {
  /** Returns the stored path of a post's share image; `undefined` until it is rendered. */
  card?: ((post: Post, site: SiteInfo) => string | undefined) | undefined
  /** The API for the `load` functions of routes; it calls `uses` for every record that it reads. */
  api: (uses: TrackDependency) => Api
  /** Data of every page; calls `uses` as well. */
  siteInfo: (uses?: TrackDependency) => Promise<SiteInfo>
  /** The texts of their pages. */
  legalText?: LegalTexts
  document: CreateDocument
  /** The site's public URL is https. */
  tls: Tls
  /** Seconds for which a CDN may store public pages; 0: not at all. */
  cdnSeconds: number
}

/** The cache key of the response to all unknown paths; no path starts like it. */
export const UNKNOWN = 'unknown'

/** The cache key of a URL, or the canonical path to redirect to. */
export function resolveTarget(target: string, slug: string): { key: string; movedPath?: string } {
  const { pathname, search } = splitTarget(target)
  if (isLegalPage(pathname)) return { key: pathname }
  const match = pathname.includes('%') ? undefined : findPage({ pathname, search }, slug)
  if (!match) return { key: UNKNOWN }
  const path = splitTarget(match.key).pathname
  return { key: pageCacheKey(match.key), ...(path !== pathname && { movedPath: path + search }) }
}

/** `/blog?page=2` → path and query. */
export function splitTarget(target: string): { pathname: string; search: string } {
  const [pathname = ''] = target.split('?', 1)
  return { pathname, search: target.slice(pathname.length) }
}

/** Stands for all tokens and ids, and is a valid token. */
const ANY_TOKEN = '-'
const EDIT_PAGE = new RegExp(`^${pagePaths.adminEdit('[^/?]+')}`)

/**
 * The sign-up page is the same for all tokens, which the browser reads from the URL, and an unknown plan selects the first one:
 * so neither can fill the cache.
 */
export function pageCacheKey(key: string): string {
  // The browser reads the id from the URL.
  if (EDIT_PAGE.test(key)) return pagePaths.adminEdit(ANY_TOKEN)
  if (!key.startsWith(pagePaths.tryForFree)) return key
  const { pathname, search } = splitTarget(key)
  const token = pathname.slice(pagePaths.tryForFree.length + 1)
  const path = TOKEN_PATTERN.test(token) ? `${pagePaths.tryForFree}/${ANY_TOKEN}` : pathname
  const plan = new URLSearchParams(search).get('plan')
  return signUpEditions.some((one) => String(one.plan) === plan) ? `${path}?plan=${plan}` : path
}

type RendererHooks = {
  peek: (key: string) => CachedResponse | undefined
  unchanged: () => void
  onHit: (key: string) => void
}

/**
 * Renders the page of a cache key: loads its data, renders, compresses. `peek` returns cached pages; `unchanged` is called for
 * each 304, and `onHit` at the first hit of a page. All pages of a route that are not found share one cache entry, so that made-up URLs fill no memory.
 */
export function createPageRenderer(
  { api, siteInfo, legalText, document, tls, cdnSeconds, card }: PageSources,
  { peek, unchanged, onHit }: RendererHooks,
) {
  const page = (cacheKey: string | undefined, variants: EncodedVariants, status: number): CachedResponse => {
    const send = (request: Request) => respond(request, variants, status, unchanged)
    return { cacheKey, bytes: bytesOf(variants), send, variants, onHit }
  }

  return async (key: string, uses: TrackDependency): Promise<CachedResponse> => {
    const site = await siteInfo(uses)
    const legal = legalText && (await legalPage(key, site, (id) => legalText(id, uses), tls))
    if (legal) return page(key, legal, 200)
    const match = findPage(splitTarget(key), site.slug)
    if (!match) return page(UNKNOWN, await unknownPage(site, tls), 404)
    const { route, at } = match
    const reads = api(uses)
    let isEmpty = false
    /** Strangers make up as many searches without a result as they like. */
    async function cards(query: CardQuery) {
      const page = await reads.cards(query)
      isEmpty ||= page.total === 0
      return page
    }
    const opened = await route.open({ ...reads, cards }, at)
    const head = opened.head(site)
    const { redirectTo, formRedirect, status = 200, article, offers } = head
    if (redirectTo && status !== 404) return { cacheKey: undefined, bytes: 0, send: () => movedTo(redirectTo, tls) }
    const isCached = !at.search.has('q') || (status === 200 && !isEmpty)
    const cacheKey = !isCached ? undefined : status === 404 ? `404 ${route.path}` : key
    const shared = status === 404 && cacheKey !== undefined ? peek(cacheKey) : undefined
    if (shared) return shared
    if (redirectTo) return page(cacheKey, await unknownPage(site, tls), status)
    if (article) uses(ogImageKey(article.id))
    const { html, hashes } = document({
      head,
      site,
      route,
      data: opened.data,
      body: await renderMarkup(key, opened, site, route.frame === 'admin' ? AdminFrame : SiteFrame),
      ...(article && { card: card?.(article, site) }),
      ...(offers && { plans: await reads.plans() }),
    })
    // The app navigates between administrators' pages without a new document, and the writing page has a preview frame.
    const frames = route.frame === 'admin' ? 'around' : undefined
    const headers = pageHeaders(hashes, { tls, formLeadsTo: formRedirect, frames })
    // At the URL of the plans, the request decides between a page and data, and not every CDN distinguishes them.
    const isStoredByCdn = status === 200 && route.frame !== 'admin' && route.path !== apiPaths.plans
    if (isStoredByCdn) headers['cache-control'] = pageCaching(cdnSeconds)
    return page(cacheKey, await precompress(html, headers), status)
  }
}
