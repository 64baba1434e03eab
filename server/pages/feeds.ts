import { pagePaths } from '#contract/paths.ts'
import type { Term } from '#contract/posts.ts'
import type { Content } from '#server/content/content.ts'
import type { TrackDependency } from '#server/content/snapshot/changed-keys.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { trackedSnapshot } from '#server/content/snapshot/tracked-snapshot.ts'
import type { Page } from '#server/http/endpoint.ts'
import type { CachedResponse, ResponseCache } from '#server/http/response-cache.ts'
import { bytesOf, feedHeaders, precompress, respond } from '#server/http/responses.ts'
import type { Tls } from '#server/http/strict-transport.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import { createFairQueue, heldOpen } from '#server/lib/fair-queue.ts'
import { movedTo } from './error-pages.ts'
import { createFeed, type FeedList, type FeedSources, feedPaths, serializeAtom, serializeJsonFeed } from './feed.ts'
import { robotsText, type SitemapPage, serializeSitemap } from './sitemap.ts'

export type FeedsOptions = Omit<FeedSources, 'newest' | 'site'> & {
  content: Pick<Content, 'snapshot'>
  /** Reads posts; calls `uses` for what it reads. */
  blog(uses: TrackDependency): Pick<FeedSources, 'newest'> & {
    /** A category or tag with a page, by its present or a former id. */
    term: (kind: 'categories' | 'tags', id: string) => Term | undefined
  }
  /** All pages that search engines may index; calls `uses` for what they depend on besides the snapshot. */
  pages: (snapshot: Snapshot, uses: TrackDependency) => Promise<Iterable<SitemapPage>>
  /** The site's public URL is https. */
  cache: ResponseCache
  tls: Tls
}

type Blog = ReturnType<FeedsOptions['blog']>

/** A feed holds fifty whole posts while it is rendered. */
const RENDERED_AT_ONCE = 2

/** Feeds, sitemap and robots.txt, rendered on the first request and sent from memory until they change; redirects to them. */
export function createFeeds(options: FeedsOptions): Page[] {
  const { origin, now, tls, cache } = options
  const fairQueue = createFairQueue({ atOnce: RENDERED_AT_ONCE, busy: 'Too many feeds are requested right now.' })
  const changes = new Map<string, { hash: number | bigint; at: Date }>()

  async function render(path: string, uses: TrackDependency): Promise<CachedResponse> {
    const blog = options.blog(uses)
    const movedPath = movedPathOf(path, blog)
    if (movedPath) return { cacheKey: undefined, bytes: 0, send: () => movedTo(movedPath, tls) }
    const { type, text } = await fileAt(path, uses, blog)
    const variants = await precompress(text, feedHeaders(`${type}; charset=utf-8`, changeOf(path, text)))
    return { cacheKey: cacheKeyOf(path), bytes: bytesOf(variants), send: (request) => respond(request, variants) }
  }

  /** When the text last changed. A save of a draft renders files again as well, and no reader should notice that. */
  function changeOf(path: string, text: string): Date {
    const hash = Bun.hash(text)
    const last = changes.get(path)
    const change = last?.hash === hash ? last : { hash, at: now() }
    changes.set(path, change)
    return change.at
  }

  async function fileAt(path: string, uses: TrackDependency, blog: Blog): Promise<{ type: string; text: string }> {
    if (path === feedPaths.robots) return { type: 'text/plain', text: robotsText(origin) }
    const snapshot = trackedSnapshot(options.content.snapshot(), uses)
    if (path === feedPaths.sitemap)
      return { type: 'application/xml', text: await serializeSitemap(await options.pages(snapshot, uses), origin) }
    const { site } = snapshot
    const sources = { ...options, newest: blog.newest, site: () => site }
    const feed = await createFeed(listAt(path.replace(/\/feed\.\w+$/, ''), blog), path, sources)
    return path.endsWith('.json')
      ? { type: 'application/feed+json', text: serializeJsonFeed(feed) }
      : { type: 'application/atom+xml', text: serializeAtom(feed) }
  }

  /** The list of posts on a page: the whole blog, a category or a tag. */
  function listAt(page: string, blog: Blog): FeedList {
    if (page === '') return { page: pagePaths.blog, query: {} }
    const [kind, id] = termIn(page)
    const name = blog.term(kind, id)
    if (!name) throw new NotFoundError()
    return { page, query: kind === 'tags' ? { tag: name.id } : { category: name.id }, name }
  }

  /** The feed of a category or tag whose id has changed. */
  function movedPathOf(path: string, blog: Blog): string | undefined {
    if (!path.startsWith('/blog/')) return undefined
    const [kind, id] = termIn(path)
    const term = blog.term(kind, id)
    return term && term.id !== id ? path.replace(`/${id}/`, `/${term.id}/`) : undefined
  }

  async function send({ request }: { request: Request }): Promise<Response> {
    const path = new URL(request.url).pathname
    const file = await heldOpen(cache.open(cacheKeyOf(path), (uses) => fairQueue(() => render(path, uses))))
    return file.send(request)
  }
  const files = PATHS.map((path): Page => ({ path, handle: send }))
  const redirects = Object.entries(REDIRECTS).flatMap(([target, paths]) =>
    paths.map((path): Page => ({ path, handle: () => movedTo(target, tls) })),
  )
  return [...files, ...redirects]
}

/** The kind and id in the path of a category or tag. */
function termIn(path: string): ['categories' | 'tags', string] {
  const [, , kind, id = ''] = path.split('/')
  return [kind === 'tag' ? 'tags' : 'categories', id]
}

/** No page's key begins like this. */
const cacheKeyOf = (path: string) => `feed ${path}`

const termPages = [pagePaths.category(':id'), pagePaths.tag(':id')]
const PATHS = [
  ...[feedPaths.atom, feedPaths.json, feedPaths.sitemap, feedPaths.robots],
  ...termPages.flatMap((page) => [feedPaths.atomOf(page), feedPaths.jsonOf(page)]),
]

/** Paths that other software uses, and that feed readers still request. */
const REDIRECTS: Readonly<Record<string, readonly string[]>> = {
  [feedPaths.atom]: [
    ...['/rss.xml', '/rss', '/rss/', '/feed', '/feed/', '/atom.xml', '/index.xml', '/feed.atom', '/feed.rss'],
    ...['/blog/feed.xml', '/blog/rss.xml', '/blog/atom.xml', '/blog/index.xml'],
  ],
  [feedPaths.json]: ['/blog/feed.json', '/index.json'],
  [feedPaths.sitemap]: ['/sitemap_index.xml', '/sitemap-index.xml'],
}
