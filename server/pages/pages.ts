import { routes } from '#client/app/routing/all-routes.ts'
import { addRoutes, pathIn } from '#client/app/routing/find-page.ts'
import { pagePaths } from '#contract/paths.ts'
import { shortcutOf } from '#server/content/shortcuts.ts'
import type { TrackDependency } from '#server/content/snapshot/changed-keys.ts'
import { createBackgroundQueue } from '#server/http/background-queue.ts'
import type { ResponseCache } from '#server/http/response-cache.ts'
import { recompressBest } from '#server/http/responses.ts'
import type { Manifest } from '#server/http/static-files.ts'
import { systemClock } from '#server/lib/clock.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import { createFairQueue, heldOpen } from '#server/lib/fair-queue.ts'
import { currentRequest, errorFields, type Log } from '#server/lib/log.ts'
import { createChangedPages } from './changed-pages.tsx'
import { createDocuments } from './document.ts'
import { movedTo, redirectTo, serverErrorPage, unavailablePage } from './error-pages.ts'
import { createPastPages } from './past-pages.tsx'
import { createPreviewFrame } from './preview-frame.ts'
import { createPreviewPages } from './preview-page.tsx'
import { createPageRenderer, type PageSources, resolveTarget, splitTarget, UNKNOWN } from './render-page.tsx'

type PagesOptions = Omit<PageSources, 'document'> & {
  /** The build of the client. */
  manifest: Manifest
  /** Origin of canonical URLs; without it there are none. */
  publicUrl?: string | undefined
  /** The site's current slug: part of two paths. */
  slug: () => string
  /** The id of the live post that had this path in another system. Called only for paths that no route answers. */
  postAtOldPath: (path: string) => string | undefined
  /** Where `/login` redirects, if anywhere. */
  loginUrl?: () => string | undefined
  /** The newest posts first; some are rendered at startup. */
  newest: () => readonly { id: string }[]
  log: Log
  now?: () => Date
  cache: ResponseCache
}

export type PageMetrics = ReturnType<Awaited<ReturnType<typeof createPages>>['metrics']>

/** One may wait for the render worker or its compression while the other uses the processor. */
const RENDERED_AT_ONCE = 2
/** These wait for the index while it is built, and other pages must not wait with them. */
const SEARCHES_AT_ONCE = 2
/** Dropped pages are rendered again after this time without changes: a burst of saves is not delayed. */
const RENDER_DELAY_MS = 150
/** Pages that change again within this time are not worth recompressing. */
const RECOMPRESS_DELAY_MS = 5_000
/** The newest posts that are rendered at startup. */
const PRERENDERED_POSTS_MAX = 50
const YEAR_CHECK_MS = 60_000

/** The pages of the site, dropped when their content changes and sent from memory. */
export async function createPages(options: PagesOptions) {
  const { tls, slug, log, cache, now = systemClock } = options
  addRoutes(routes)
  const sources = { ...options, document: createDocuments(options.manifest, options.publicUrl) }
  let unchanged = 0
  const renderPage = createPageRenderer(sources, {
    peek: cache.peek,
    unchanged: () => void unchanged++,
    onHit: (key) => recompression.add([key]),
  })
  const fairQueue = createFairQueue({ atOnce: RENDERED_AT_ONCE, busy: 'Too many pages are requested right now.' })
  const searchQueue = createFairQueue({ atOnce: SEARCHES_AT_ONCE, busy: 'Too many searches at once.' })
  const queueOf = (key: string) => (new URLSearchParams(splitTarget(key).search).has('q') ? searchQueue : fairQueue)
  const render = (key: string) => (uses: TrackDependency) => queueOf(key)(() => renderPage(key, uses))
  const recompression = createBackgroundQueue(
    async (key) => {
      const variants = cache.peek(key)?.variants
      if (variants) await recompressBest(variants)
    },
    RECOMPRESS_DELAY_MS,
    (error, page) => log.error('page recompression failed', { page, ...errorFields(error) }),
  )
  const rendering = createBackgroundQueue(
    (key) => cache.load(key, render(key)),
    RENDER_DELAY_MS,
    (error, page) => logFailure(error, page),
  )
  const logFailure = (error: unknown, page: string) => log.error('page render failed', { page, ...errorFields(error) })
  // In sequence, because the order of a page's CSS rules, and so its ETag, follows the order in which its files load.
  for (const route of routes) await route.loadChunks()

  async function answer(request: Request): Promise<Response> {
    const target = request.url.slice(request.url.indexOf('/', 8))
    const { key, movedPath = key === UNKNOWN ? movedPathFor(target) : undefined } = resolveTarget(target, slug())
    if (movedPath) return movedTo(movedPath, tls)
    const { pathname, search } = splitTarget(target)
    const shortcut = key === UNKNOWN ? shortcutOf(pathname, search, options.loginUrl?.()) : undefined
    if (shortcut) return redirectTo(shortcut, tls)
    try {
      return await (await heldOpen(cache.open(key, render(key)))).send(request)
    } catch (error) {
      if (error instanceof UnavailableError) return unavailablePage(tls, error)
      logFailure(error, key)
      return serverErrorPage(tls, currentRequest()?.id)
    }
  }

  /** The dashboard for /admin, and the current URL of a post, with the query, for a URL that it had in another system. */
  function movedPathFor(target: string): string | undefined {
    const { pathname, search } = splitTarget(target)
    if (/^\/admin\/?$/i.test(pathname)) return pagePaths.adminBlog
    const id = options.postAtOldPath(pathname)
    return id === undefined ? undefined : pagePaths.post(id) + search
  }

  /** Drops the responses that used one of these records. Pages are rendered by the next request, or else in the background. */
  const invalidate = (records: ReadonlySet<string>) => rendering.add(cache.invalidate(records).filter(isPath))
  const isPath = (key: string) => key.startsWith('/')

  let year = now().getFullYear()
  /** The copyright line contains the year. */
  const yearCheck = setInterval(() => {
    if (now().getFullYear() === year) return
    year = now().getFullYear()
    invalidate(new Set(['site']))
  }, YEAR_CHECK_MS)
  yearCheck.unref()

  return {
    answer,
    /** Returns how to send the cached page of a path and query, if there is one. */
    findCached: (target: string) => cache.get(target)?.send,
    invalidate,
    /** `unchanged`: cached pages answered with 304. */
    metrics: () => ({ ...cache.metrics(), unchanged }),
    /** Renders the pages without parameters in the background, then the newest posts. */
    prerender() {
      const posts = options.newest().slice(0, PRERENDERED_POSTS_MAX)
      rendering.add([...fixedPages(slug()).map(({ path }) => path), ...posts.map(({ id }) => pagePaths.post(id))])
    },
    previews: createPreviewPages(sources),
    previewFrame: createPreviewFrame(sources),
    past: createPastPages(sources),
    changed: createChangedPages(sources),
    indexable: (uses: TrackDependency) => indexablePaths(sources, uses),
    close() {
      clearInterval(yearCheck)
      rendering.close()
      recompression.close()
    },
  }
}

/** The pages without parameters, in the order of the routes. */
const fixedPages = (slug: string) =>
  routes.map((route) => ({ route, path: pathIn(route, slug) })).filter(({ path }) => !path.includes(':'))

/** The paths of pages without parameters that respond 200 and are open to search engines, in the order of the routes. */
async function indexablePaths({ api, siteInfo }: Pick<PageSources, 'api' | 'siteInfo'>, uses: TrackDependency) {
  const site = await siteInfo(uses)
  const found = fixedPages(site.slug).map(async ({ route, path }) => {
    const page = await route.open(api(uses), { params: {}, search: new URLSearchParams() })
    const { noindex, status, redirectTo } = page.head(site)
    return noindex || status || redirectTo ? [] : [path]
  })
  return (await Promise.all(found)).flat()
}
