import { pagePaths } from '#contract/paths.ts'
import type { Term } from '#contract/posts.ts'
import { type InvalidationKey, postKey, type TrackDependency, withAnyPost } from '#server/content/changed-keys.ts'
import { feedHeaders } from '#server/http/headers.ts'
import { bestEncoding, bytesOf, isFresh, precompress, respond } from '#server/http/responses.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import { feedPaths } from '#server/pages/feed-paths.ts'
import { type Cacheable, createPageCache } from '#server/pages/page-cache.ts'
import { ATOM_TYPE, serializeAtom } from './atom.ts'
import { createFeed, type FeedList, type FeedSources } from './feed.ts'
import { JSON_FEED_TYPE, serializeJsonFeed } from './json-feed.ts'
import {
  latest,
  ROBOTS_TYPE,
  robotsText,
  SITEMAP_TYPE,
  SITEMAP_URLS_MAX,
  type SitemapPage,
  serializeSitemap,
  serializeSitemapIndex,
} from './sitemap.ts'

export type FeedsOptions = FeedSources & {
  categories: () => readonly Term[]
  tags: () => readonly Term[]
  /** All pages that search engines may index; calls `uses` for their dependencies other than posts. */
  pages: (uses: TrackDependency) => Promise<readonly SitemapPage[]>
  onError: (error: unknown, path: string) => void
  /** Time without changes after which invalidated files are rendered again. */
  debounceMs?: number
  /** URLs in one file of the sitemap. */
  sitemapUrlsMax?: number
}
export type Feeds = ReturnType<typeof createFeeds>

type TextFile = { type: string; text: string }
type CachedFile = Cacheable & { send: (request: Request) => Response }

const CACHE_MAX_BYTES = 16 * 1024 * 1024
const DEBOUNCE_MS = 2_000
const WHOLE_BLOG: FeedList = { page: pagePaths.blog, query: {} }

/**
 * Feeds, sitemap and robots.txt, rendered once and sent from memory until their content changes. A save does not wait for them:
 * what it affects is invalidated, and rendered on the next request or after a while without changes.
 */
export function createFeeds(options: FeedsOptions) {
  const { origin, now, onError, debounceMs = DEBOUNCE_MS, sitemapUrlsMax = SITEMAP_URLS_MAX } = options
  const cache = createPageCache<CachedFile>({ render, maxBytes: CACHE_MAX_BYTES, onError })
  const stale = new Set<string>()
  let timer: Timer | undefined

  async function render(path: string, uses: TrackDependency): Promise<CachedFile> {
    uses('site')
    const modified = now()
    const file = await textOf(path, uses)
    if (!file) throw new NotFoundError()
    const variants = await precompress(file.text, feedHeaders(file.type, modified))
    return {
      cacheKey: path,
      bytes: bytesOf(variants),
      send: (request) =>
        // The date counts only without an ETag (RFC 9110, 13.2).
        request.headers.get('if-none-match') === null && isFresh(request.headers, { etag: '', modified })
          ? new Response(null, variants[bestEncoding(request.headers.get('accept-encoding'))].unchanged)
          : respond(request, variants),
    }
  }

  async function textOf(path: string, uses: TrackDependency): Promise<TextFile | undefined> {
    if (path === feedPaths.robots) return { type: ROBOTS_TYPE, text: robotsText(origin) }
    if (path.startsWith('/sitemap')) return sitemapText(path, uses)
    const [, page = '', format] = /^(.*)\/feed\.(xml|json)$/.exec(path) ?? []
    const list = page === '' ? WHOLE_BLOG : findTerm(page, uses)
    if (!list || !format) return undefined
    const feed = await createFeed(list, path, options)
    for (const key of ['list', 'terms', ...feed.posts.map(({ id }) => postKey(id))] as const) uses(key)
    return format === 'json'
      ? { type: JSON_FEED_TYPE, text: serializeJsonFeed(feed) }
      : { type: ATOM_TYPE, text: serializeAtom(feed) }
  }

  function findTerm(page: string, uses: TrackDependency): FeedList | undefined {
    uses('terms')
    const category = options.categories().find(({ id }) => pagePaths.category(id) === page)
    if (category) return { page, query: { category: category.id }, name: category }
    const tag = options.tags().find(({ id }) => pagePaths.tag(id) === page)
    return tag && { page, query: { tag: tag.id }, name: tag }
  }

  async function sitemapText(path: string, uses: TrackDependency): Promise<TextFile | undefined> {
    for (const key of ['list', 'terms', 'any-post'] as const) uses(key)
    const pages = await options.pages(uses)
    const type = SITEMAP_TYPE
    const parts = Array.from({ length: Math.ceil(pages.length / sitemapUrlsMax) }, (_, index) =>
      pages.slice(index * sitemapUrlsMax, (index + 1) * sitemapUrlsMax),
    )
    if (path !== feedPaths.sitemap) {
      const part = parts.length > 1 ? parts.find((_, index) => feedPaths.sitemapPart(index + 1) === path) : undefined
      return part && { type, text: serializeSitemap(part, origin) }
    }
    if (parts.length <= 1) return { type, text: serializeSitemap(pages, origin) }
    return { type, text: serializeSitemapIndex(parts.map(sitemapPart), origin) }
  }

  /** Invalidates what depends on these keys. */
  function refresh(keys: readonly InvalidationKey[]): void {
    for (const [path] of cache.invalidate(withAnyPost(keys))) stale.add(path)
    clearTimeout(timer)
    timer = setTimeout(() => {
      cache.prerender([...stale].map((path) => [path, 0]))
      stale.clear()
    }, debounceMs).unref()
  }

  return {
    /** Rejects with `NotFoundError` for unknown categories, tags and parts. */
    answer: async (request: Request, path: string) => (await cache.open(path)).send(request),
    refresh,
    close: () => clearTimeout(timer),
  }
}

function sitemapPart(pages: readonly SitemapPage[], index: number): SitemapPage {
  const modified = latest(pages.map((page) => page.modified))
  return { path: feedPaths.sitemapPart(index + 1), ...(modified !== undefined && { modified }) }
}
