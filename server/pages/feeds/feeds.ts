import { pagePaths } from '#contract/paths.ts'
import type { Term } from '#contract/terms.ts'
import { type InvalidationKey, postKey, type TrackDependency, withAnyPost } from '#server/content/changed-keys.ts'
import { isFresh } from '#server/http/conditional.ts'
import { feedHeaders } from '#server/http/headers.ts'
import { bestEncoding, bytesOf, precompress, respond } from '#server/http/precompressed.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import { feedPaths } from '#server/pages/feed-paths.ts'
import { type Cacheable, createPageCache } from '#server/pages/page-cache.ts'
import { ATOM_TYPE, atom } from './atom.ts'
import type { Feed } from './feed.ts'
import { type FeedList, type FeedSources, feedOf } from './feed-of.ts'
import { JSON_FEED_TYPE, jsonFeed } from './json-feed.ts'
import { ROBOTS_TYPE, robotsText } from './robots.ts'
import { ADDRESSES_MAX, latest, SITEMAP_TYPE, type SitemapPage, sitemap, sitemapIndex } from './sitemap.ts'

export type FeedsOptions = FeedSources & {
  categories: () => readonly Term[]
  tags: () => readonly Term[]
  /** All pages that search engines may show; `uses` is told what that depends on, posts aside. */
  pages: (uses: TrackDependency) => Promise<readonly SitemapPage[]>
  onError: (error: unknown, path: string) => void
  /** After the last of several changes, before what they touched is made again though nobody asked. */
  quietMs?: number
  /** Addresses in one file of the sitemap. */
  addressesMax?: number
}
export type Feeds = ReturnType<typeof createFeeds>

type Text = { type: string; text: string }
type Made = Cacheable & { send: (request: Request) => Response }

const CACHE_MAX_BYTES = 16 * 1024 * 1024
const QUIET_MS = 2_000
const WHOLE_BLOG: FeedList = { page: pagePaths.blog, query: {} }

/**
 * Feeds, sitemap and robots.txt (issue 7), each made once and sent from memory until what it is made of changes. A save does not wait
 * for them: what it touched is dropped, and made again for whoever asks first, or after a moment of quiet.
 */
export function createFeeds(options: FeedsOptions) {
  const { origin, now, onError, quietMs = QUIET_MS, addressesMax = ADDRESSES_MAX } = options
  const cache = createPageCache<Made>({ draw: make, maxBytes: CACHE_MAX_BYTES, onError })
  const stale = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function make(path: string, uses: TrackDependency): Promise<Made> {
    uses('site')
    const modified = now()
    const made = await textOf(path, uses)
    if (!made) throw new NotFoundError()
    const variants = await precompress(made.text, feedHeaders(made.type, modified))
    return {
      keepAs: path,
      bytes: bytesOf(variants),
      send: (request) =>
        // A date counts only where no ETag is sent (RFC 9110 §13.2).
        request.headers.get('if-none-match') === null && isFresh(request.headers, { etag: '', modified })
          ? new Response(null, variants[bestEncoding(request.headers.get('accept-encoding'))].unchanged)
          : respond(request, variants),
    }
  }

  async function textOf(path: string, uses: TrackDependency): Promise<Text | undefined> {
    if (path === feedPaths.robots) return { type: ROBOTS_TYPE, text: robotsText(origin) }
    if (path.startsWith('/sitemap')) return sitemapText(path, uses)
    const [, page = '', kind] = /^(.*)\/feed\.(xml|json)$/.exec(path) ?? []
    const list = page === '' ? WHOLE_BLOG : namedList(page, uses)
    if (!list || !kind) return undefined
    const feed = await feedOf(list, path, options)
    usesOf(feed, uses)
    return kind === 'json' ? { type: JSON_FEED_TYPE, text: jsonFeed(feed) } : { type: ATOM_TYPE, text: atom(feed) }
  }

  function namedList(page: string, uses: TrackDependency): FeedList | undefined {
    uses('terms')
    const category = options.categories().find(({ id }) => pagePaths.category(id) === page)
    if (category) return { page, query: { category: category.id }, name: category }
    const tag = options.tags().find(({ id }) => pagePaths.tag(id) === page)
    return tag && { page, query: { tag: tag.id }, name: tag }
  }

  async function sitemapText(path: string, uses: TrackDependency): Promise<Text | undefined> {
    for (const key of ['list', 'terms', 'any-post'] as const) uses(key)
    const pages = await options.pages(uses)
    const type = SITEMAP_TYPE
    const parts = Array.from({ length: Math.ceil(pages.length / addressesMax) }, (_, index) =>
      pages.slice(index * addressesMax, (index + 1) * addressesMax),
    )
    if (path !== feedPaths.sitemap) {
      const part = parts.length > 1 ? parts.find((_, index) => feedPaths.sitemapPart(index + 1) === path) : undefined
      return part && { type, text: sitemap(part, origin) }
    }
    if (parts.length <= 1) return { type, text: sitemap(pages, origin) }
    return { type, text: sitemapIndex(parts.map(partOf), origin) }
  }

  /** Drops what depends on these keys. */
  function refresh(keys: readonly InvalidationKey[]): void {
    for (const [path] of cache.forget(withAnyPost(keys))) stale.add(path)
    clearTimeout(timer)
    timer = setTimeout(() => {
      cache.prepare([...stale].map((path) => [path, 0]))
      stale.clear()
    }, quietMs)
    timer.unref()
  }

  return {
    /** Rejects with `NotFoundError` where there is no such category, tag or part. */
    answer: async (request: Request, path: string) => (await cache.open(path)).send(request),
    refresh,
    close: () => clearTimeout(timer),
  }
}

function usesOf({ posts }: Feed, uses: TrackDependency): void {
  for (const key of ['list', 'terms', ...posts.map(({ id }) => postKey(id))] as const) uses(key)
}

function partOf(pages: readonly SitemapPage[], index: number): SitemapPage {
  const modified = latest(pages.map((page) => page.modified))
  return { path: feedPaths.sitemapPart(index + 1), ...(modified !== undefined && { modified }) }
}
