import type { Page } from 'playwright'
import { pathIn } from '#client/app/routing/find-page.ts'
import { siteRoutes } from '#client/app/routing/routes.ts'
import { inFullRun, isFullRun } from '#tests/helpers/full-run.ts'
import { hold } from '#tests/helpers/hold.ts'
import { expect, forgive, hydrated, test } from '#tests/helpers/journey.ts'

test.use({ reducedMotion: 'no-preference' })

/** Long after the first paint. */
const FONT_DELAY_MS = 600

const fixedPaths = siteRoutes.map((route) => pathIn(route, 'palletry')).filter((path) => !path.includes(':'))
/** Of those whose layout differs most from the others. */
const layouts = ['/', '/pricing', '/pricing/try-for-free', '/blog/counting-jars']
const pages = isFullRun
  ? [...layouts, ...fixedPaths.filter((path) => !layouts.includes(path)), '/blog/tag/bakery']
  : layouts

/** In narrow windows, most sections of these pages are laid out when they come near the window, until the page is hydrated. */
const deferredPages = isFullRun
  ? ['/', '/features', '/bakery-erp', '/learn-more', '/blog', '/blog/counting-jars']
  : ['/', '/features', '/blog/counting-jars']

/**
 * The layout shifts that the browser reports with their elements, while the page loads and while it is scrolled to its end. The
 * pricing chart is not scrolled, because its sticky header row shrinks on purpose.
 */
const shifts = (page: Page, read: boolean) =>
  page.evaluate(async (read) => {
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
    const seen: Shift[] = []
    const observer = new PerformanceObserver((list) => seen.push(...(list.getEntries() as Shift[])))
    observer.observe({ type: 'layout-shift', buffered: true })
    const end = read ? document.documentElement.scrollHeight : 1
    for (let top = 0; top < end; top += innerHeight / 2) {
      scrollTo(0, top)
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
    const named = (node: Node | null) =>
      node instanceof Element ? node.outerHTML.slice(0, 90) : (node?.textContent ?? '')
    return seen.flatMap(
      ({ value, sources }) => `${value.toFixed(4)} ${sources.map(({ node }) => named(node)).join(' | ')}`,
    )
  }, read)

test.describe('nothing shifts while a page loads and is scrolled to its end (CLS 0)', () => {
  for (const width of [1440, 390]) {
    test(`${width} pixels wide`, inFullRun(width === 1440), async ({ page, complaints }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.route('**/*.woff2', (route) => route.abort())
      for (const path of pages) {
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        expect([path, ...(await shifts(page, path !== '/pricing'))]).toEqual([path])
      }
      forgive(complaints, /woff2|ERR_FAILED/)
    })

    test(`${width} pixels wide, scrolled before the script loads`, inFullRun(), async ({ page, complaints }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.route('**/*.woff2', (route) => route.abort())
      for (const path of deferredPages) {
        const letGo = await hold(page, '**/code/**')
        await page.goto(path)
        expect([path, ...(await shifts(page, true))]).toEqual([path])
        letGo()
        await hydrated(page)
        expect([path, ...(await shifts(page, true))]).toEqual([path])
        await page.unroute('**/code/**')
      }
      forgive(complaints, /woff2|ERR_FAILED/)
    })
  }

  test('late fonts shift the layout by less than 0.01', inFullRun(), async ({ page }) => {
    await page.route('**/*.woff2', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, FONT_DELAY_MS))
      await route.continue()
    })
    for (const path of ['/', '/features', '/bakery-erp', '/blog']) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      const all = (await shifts(page, false)).map((one) => Number.parseFloat(one))
      expect([path, all.reduce((sum, one) => sum + one, 0) < 0.01]).toEqual([path, true])
    }
  })
})
