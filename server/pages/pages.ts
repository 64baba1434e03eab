import { findPage, pathIn } from '#client/app/routing/find-page.ts'
import { routes } from '#client/app/routing/routes.ts'
import type { Api } from '#contract/api.ts'
import { POSTS_PER_PAGE_MAX } from '#contract/limits.ts'
import { pagePaths } from '#contract/paths.ts'
import { isDeferrable, type TrackDependency } from '#server/content/changed-keys.ts'
import { currentRequest, type Log } from '#server/http/log.ts'
import { readManifest } from '#server/http/static-files.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import { createDocuments } from './document.ts'
import { movedTo, serverErrorPage, unavailablePage } from './error-pages.ts'
import { createPageCache, type PageCache, type PageMetrics } from './page-cache.ts'
import { createPreviewPages } from './preview-page.tsx'
import { createRecompressor } from './recompress.ts'
import {
  type CachedPage,
  createPageRenderer,
  type PageSources,
  pageCacheKey,
  splitTarget,
  UNKNOWN,
} from './render-page.ts'

export type PagesOptions = Omit<PageSources, 'document'> & {
  /** The folder of the build. */
  dist: string
  /** Origin of canonical URLs; without it there are none. */
  publicUrl?: string | undefined
  /** The site's current slug: part of two paths. */
  slug: () => string
  log: Log
  now?: () => Date
  /** Capacity of the page cache. */
  cacheBytes?: number | undefined
}

/** About five hundred pages. */
const CACHE_MAX_BYTES = 12 * 1024 * 1024
/** The newest posts that are pre-rendered at startup. */
const PRERENDERED_POSTS_MAX = 50
const YEAR_CHECK_MS = 60_000

/** The pages of the site, re-rendered when content changes and sent from memory. Throws `BuildMissingError`. */
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
    log.error('page render failed', { page, reason: error instanceof Error ? error.stack : String(error) })
  /** Pages without parameters: few, and requested most. */
  const fixedPaths = () => routes.map((route) => pathIn(route, slug())).filter((path) => !path.includes(':'))
  let unchanged = 0
  const cache: PageCache<CachedPage> = createPageCache({
    render: createPageRenderer(
      { ...sources, document },
      (key) => cache.peek(key),
      () => void unchanged++,
    ),
    maxBytes: cacheBytes ?? CACHE_MAX_BYTES,
    isPinned: (key) => fixedPaths().includes(key),
    isDeferred: isDeferrable,
    onHot: createRecompressor((key) => cache.peek(key)?.variants),
    onError,
  })
  // In sequence, because the order of a page's CSS rules, and so its ETag, follows the order in which its files load.
  for (const route of routes) await route.loadChunks()

  /** Returns how to send the cached page of a path and query, if there is one. */
  const findCached = (target: string) => cache.get(target)?.send

  function answer(request: Request): Response | Promise<Response> {
    const target = request.url.slice(request.url.indexOf('/', 8))
    return cache.get(target)?.send(request) ?? find(request, target)
  }

  async function find(request: Request, target: string): Promise<Response> {
    const { key, movedPath } = resolveTarget(target, slug())
    if (movedPath) return movedTo(movedPath, sources.tls)
    try {
      return (await cache.open(key)).send(request)
    } catch (error) {
      if (error instanceof UnavailableError) return unavailablePage(sources.tls, error)
      onError(error, key)
      return serverErrorPage(sources.tls, currentRequest()?.id)
    }
  }

  /** Renders the pages without parameters in the background, then the newest posts. */
  async function prerender(): Promise<void> {
    cache.prerender(fixedPaths().map((path) => [path, 0]))
    const newest = await newestPosts(sources.api(() => {}))
    cache.prerender(newest.map((id) => [pagePaths.post(id), 0]))
  }

  const stopYearCheck = onNewYear(now, () => cache.refresh(['site']))
  const previews = createPreviewPages({ ...sources, document })
  const indexable = (uses: TrackDependency) => indexablePaths(sources, uses)
  const metrics = (): PageMetrics => ({ ...cache.metrics(), unchanged })

  function close() {
    stopYearCheck()
    cache.close()
  }

  return { answer, findCached, metrics, refresh: cache.refresh, prerender, previews, indexable, close }
}

/** Returns the cache key of a URL, or the canonical path to redirect to. */
function resolveTarget(target: string, slug: string): { key: string; movedPath?: string } {
  const { pathname, search } = splitTarget(target)
  const match = pathname.includes('%') ? undefined : findPage({ pathname, search }, slug)
  if (!match) return { key: UNKNOWN }
  const [path = '/'] = match.key.split('?')
  return { key: pageCacheKey(match.key), ...(path !== pathname && { movedPath: path + search }) }
}

async function newestPosts(api: Api): Promise<string[]> {
  const found: string[] = []
  for (let page = 1, pages = 1; page <= pages && found.length < PRERENDERED_POSTS_MAX; page++) {
    const list = await api.cards({ page, per_page: POSTS_PER_PAGE_MAX })
    found.push(...list.posts.map(({ id }) => id))
    pages = list.pages
  }
  return found.slice(0, PRERENDERED_POSTS_MAX)
}

/** The copyright line contains the year. Returns a function that stops the check. */
function onNewYear(now: () => Date, render: () => void): () => void {
  let year = now().getFullYear()
  const timer = setInterval(() => {
    if (now().getFullYear() === year) return
    year = now().getFullYear()
    render()
  }, YEAR_CHECK_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** The paths of pages without parameters that respond 200 and are open to search engines, in the order of the routes. */
async function indexablePaths(
  { api, siteInfo }: Pick<PageSources, 'api' | 'siteInfo'>,
  uses: TrackDependency,
): Promise<string[]> {
  const site = await siteInfo()
  const found = routes.map(async (route) => {
    const path = pathIn(route, site.slug)
    if (path.includes(':')) return []
    const page = await route.open(api(uses), { params: {}, search: new URLSearchParams() })
    const { noindex, status, redirectTo } = page.head(site)
    return noindex || status || redirectTo ? [] : [path]
  })
  return (await Promise.all(found)).flat()
}
