import { findPage, pathIn } from '#client/app/routing/find-page.ts'
import { routes } from '#client/app/routing/routes.ts'
import type { Api } from '#contract/api.ts'
import { POSTS_PER_PAGE_MAX } from '#contract/limits.ts'
import { pagePaths } from '#contract/paths.ts'
import { isDeferrable, type TrackDependency } from '#server/content/changed-keys.ts'
import { readManifest } from '#server/http/build-manifest.ts'
import type { Log } from '#server/http/log.ts'
import { currentRequest } from '#server/http/request-context.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import { pageCacheKey } from './cache-key.ts'
import { createDocuments } from './document.ts'
import { indexablePaths } from './indexable.ts'
import { createPageCache, type PageCache, type PageMetrics } from './page-cache.ts'
import { busyPage, movedTo, serverErrorPage } from './plain-pages.ts'
import { createPreviewPages } from './preview-page.tsx'
import { createReadyPages, type PageSources, type ReadyPage, splitTarget, UNKNOWN } from './ready-page.ts'
import { createRecompressor } from './recompress.ts'

export type PagesOptions = Omit<PageSources, 'document'> & {
  /** The folder that `bun run build` wrote. */
  dist: string
  /** Origin of canonical addresses; without it there are none. */
  publicUrl?: string | undefined
  /** The site's slug now: part of two addresses. */
  slug: () => string
  log: Log
  now?: () => Date
  /** Capacity of the page cache, in bytes. */
  cacheBytes?: number | undefined
}

/** About five hundred pages. */
const CACHE_MAX_BYTES = 12 * 1024 * 1024
/** So many of the newest posts are drawn before anybody asks for them. */
const WARM_POSTS_MAX = 50
const YEAR_CHECK_MS = 60_000

/** All pages of the site as answers, drawn when content changes rather than when visitors come. Throws `BuildMissingError`. */
export async function createPages({
  dist,
  publicUrl,
  slug,
  log,
  now = () => new Date(),
  cacheBytes,
  ...sources
}: PagesOptions) {
  const document = createDocuments(await readManifest(dist), publicUrl)
  const onError = (error: unknown, page: string) =>
    log.error('page not drawn', { page, reason: error instanceof Error ? error.stack : String(error) })
  /** Pages without parameters: few, asked for most, and the first that a visitor sees. */
  const fixedPaths = () => routes.map((route) => pathIn(route, slug())).filter((path) => !path.includes(':'))
  let unchanged = 0
  const cache: PageCache<ReadyPage> = createPageCache({
    draw: createReadyPages(
      { ...sources, document },
      (key) => cache.peek(key),
      () => void unchanged++,
    ),
    maxBytes: cacheBytes ?? CACHE_MAX_BYTES,
    isPinned: (key) => fixedPaths().includes(key),
    canWait: isDeferrable,
    onWorth: createRecompressor((key) => cache.peek(key)?.variants),
    onError,
  })
  // One after the other: the rules of a page stand in the order in which their files were loaded, and a page that a restart changes has another ETag.
  for (const route of routes) await route.loadChunks()

  /** How to send what lies ready under an address (its path and query): one look into a map. */
  const ready = (target: string) => cache.get(target)?.send

  /** The path of a visitor: one search in the address, one look into the map, one into the headers. */
  function answer(request: Request): Response | Promise<Response> {
    const target = request.url.slice(request.url.indexOf('/', 8))
    return cache.get(target)?.send(request) ?? find(request, target)
  }

  async function find(request: Request, target: string): Promise<Response> {
    const { key, moved } = placeOf(target, slug())
    if (moved) return movedTo(moved, sources.tls)
    try {
      return (await cache.open(key)).send(request)
    } catch (error) {
      if (error instanceof UnavailableError) return busyPage(sources.tls, error)
      onError(error, key)
      return serverErrorPage(sources.tls, currentRequest()?.id)
    }
  }

  /** Draws the pages without parameters, then the newest posts: one by one, so that whoever comes first does not wait for all. */
  async function warm(): Promise<void> {
    cache.prepare(fixedPaths().map((path) => [path, 0]))
    const newest = await newestPosts(sources.api(() => {}))
    cache.prepare(newest.map((id) => [pagePaths.post(id), 0]))
  }

  const stopCalendar = onNewYear(now, () => cache.refresh(['site']))
  const previews = createPreviewPages({ ...sources, document })
  const indexable = (uses: TrackDependency) => indexablePaths(sources, uses)
  const metrics = (): PageMetrics => ({ ...cache.metrics(), unchanged })

  function close() {
    stopCalendar()
    cache.close()
  }

  return { answer, ready, metrics, refresh: cache.refresh, warm, previews, indexable, close }
}

/** The key under which an address is kept, or where it has moved: one page has one address. */
function placeOf(target: string, slug: string): { key: string; moved?: string } {
  const { pathname, search } = splitTarget(target)
  const address = pathname.includes('%') ? undefined : findPage({ pathname, search }, slug)
  if (!address) return { key: UNKNOWN }
  const [path = '/'] = address.key.split('?')
  return { key: pageCacheKey(address.key), ...(path !== pathname && { moved: path + search }) }
}

async function newestPosts(api: Api): Promise<string[]> {
  const found: string[] = []
  for (let page = 1, pages = 1; page <= pages && found.length < WARM_POSTS_MAX; page++) {
    const list = await api.cards({ page, per_page: POSTS_PER_PAGE_MAX })
    found.push(...list.posts.map(({ id }) => id))
    pages = list.pages
  }
  return found.slice(0, WARM_POSTS_MAX)
}

/** The copyright line names the year (§2). Keeps no process alive; gives a function that stops it. */
function onNewYear(now: () => Date, redraw: () => void): () => void {
  let year = now().getFullYear()
  const timer = setInterval(() => {
    if (now().getFullYear() === year) return
    year = now().getFullYear()
    redraw()
  }, YEAR_CHECK_MS)
  timer.unref()
  return () => clearInterval(timer)
}
