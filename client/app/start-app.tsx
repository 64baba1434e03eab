import { type ComponentType, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { createPublicApi } from '#client/api/public-api.ts'
import { SESSION_ENDED_KEY } from '#client/api/session-keys.ts'
import { LastResort } from '#client/app/frame/error-page.tsx'
import type { FrameProps } from '#client/app/frame/layout.tsx'
import { addRoutes, findPage } from '#client/app/routing/find-page.ts'
import { prefetchLinks } from '#client/app/routing/links.ts'
import { chunkOf, createNavigationCache, reloadOnPreloadError } from '#client/app/routing/navigation-cache.ts'
import type { AnyRoute } from '#client/app/routing/route.ts'
import { createScrollPositions } from '#client/app/routing/scroll-positions.ts'
import { loadFullSprite, loadFullThemeCss } from '#client/app/start/deferred-assets.ts'
import { APP_FAILED, APP_READY, whenIdle } from '#client/lib/hydration.ts'
import { ROOT_ID, readPageData, readSiteData } from '#client/lib/page-data.ts'
import { ErrorBoundary } from '#client/ui/base/lazy-part.tsx'
import { App } from './app.tsx'

/** Sections are laid out after this time, even if the browser is busy. */
const LAYOUT_TIMEOUT = { timeout: 500 }

/** Hydrates the page that the server rendered, one of `routes`. */
export function startApp(routes: readonly AnyRoute[], Frame: ComponentType<FrameProps>) {
  addRoutes(routes)
  start(Frame).catch((error) => {
    dispatchEvent(new Event(APP_FAILED))
    reportError(error)
  })
  // Storage may be disabled.
  saySessionEnded().catch(() => {})
}

async function start(Frame: ComponentType<FrameProps>) {
  reloadOnPreloadError(import.meta.url)
  const root = document.getElementById(ROOT_ID)
  const site = readSiteData()
  const address = findPage(location, site.slug)
  if (!root || !address) throw new Error('There is no page to hydrate in this document.')
  const cache = createNavigationCache(createPublicApi())
  // Already fetched by the preload links, so that hydration does not wait.
  await chunkOf(address.route)
  cache.store(address.key, await address.route.fromServerData(readPageData()))
  addEventListener(APP_READY, () => whenIdle(layOutAllSections, LAYOUT_TIMEOUT), { once: true })
  // Translations of Chrome and Edge replace texts by elements, which cannot be hydrated.
  const isTranslated = root.querySelector('font > font') !== null
  if (isTranslated) await preserveInputOf(root)
  const app = (
    <ErrorBoundary fallback={<LastResort />}>
      <BrowserRouter>
        <App Frame={Frame} site={site} cache={cache} scroll={createScrollPositions()} />
      </BrowserRouter>
    </ErrorBoundary>
  )
  startTransition(() => {
    if (isTranslated) createRoot(root).render(app)
    else
      hydrateRoot(root, app, {
        onRecoverableError: (error, { componentStack }) => console.error(error, componentStack),
      })
  })
  loadFullThemeCss()
  loadFullSprite()
  prefetchLinks(cache.prefetch, site.slug)
}

/** Preserves input until the page is rendered again. */
async function preserveInputOf(root: Element) {
  const { preserveInput } = await import('#client/lib/preserve-input.ts')
  addEventListener(APP_READY, preserveInput(root), { once: true })
}

/** After a 401, which leaves the dashboard for this page. */
async function saySessionEnded() {
  if (!sessionStorage.getItem(SESSION_ENDED_KEY)) return
  const { showSessionEnded } = await import('#client/app/frame/session-ended.tsx')
  showSessionEnded()
}

/** Ends `content-visibility`, so that every section has its real height when the reader comes back. */
function layOutAllSections() {
  document.documentElement.dataset.hydrated = ''
}
