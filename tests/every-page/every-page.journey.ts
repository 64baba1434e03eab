import { routes } from '#client/app/routing/all-routes.ts'
import { accessibilityFaults } from '#tests/helpers/axe.ts'
import { logIn } from '#tests/helpers/dashboard.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { expect, forgive } from '#tests/helpers/journey.ts'
import { layoutFaults } from './layout-faults.ts'
import {
  dashboardPages,
  everyPage,
  loginPages,
  openPage,
  publicPages,
  type ShownPage,
  showTheme,
  type Theme,
} from './pages.ts'
import { test } from './sample-journey.ts'

// They share one site: with `fullyParallel`, each worker would start one.
test.describe.configure({ mode: isFullRun ? 'parallel' : 'default' })

// For axe only.
test.use({ bypassCSP: true })

type Appearance = { width: number; theme: Theme }

const everyAppearance = [320, 390, 768, 1440, 2560].flatMap((width) =>
  (['dark', 'light'] as const).map((theme): Appearance => ({ width, theme })),
)

/** In the short run, each page is shown in its first state and in the narrowest window, where most faults are. */
const appearances: readonly Appearance[] = isFullRun ? everyAppearance : [{ width: 320, theme: 'dark' }]

const groups: { who: string; pages: readonly ShownPage[] }[] = [
  { who: 'visitors', pages: publicPages },
  { who: 'administrators', pages: [...loginPages, ...dashboardPages] },
]

const title = ({ width, theme }: Appearance) => `${theme}, ${width} pixels wide`

test('every page of the router is in the list of pages', () => {
  const known = new Set(everyPage.map(({ route }) => route))
  expect(routes.map(({ path }) => path).filter((path) => !known.has(path))).toEqual([])
})

for (const { who, pages } of groups)
  for (const appearance of appearances)
    test(`no page of ${who} overflows, has small text or targets, lone words or violations of accessibility: ${title(appearance)}`, async ({
      page,
      site,
      complaints,
    }) => {
      test.setTimeout(600_000)
      await page.setViewportSize({ width: appearance.width, height: 900 })
      await showTheme(page, appearance.theme)
      let isLoggedIn = false
      const found: Record<string, string[]> = {}
      for (const shown of pages) {
        if (!isFullRun && (shown.onlyInFullRun || shown.route === undefined)) continue
        if (dashboardPages.includes(shown) && !isLoggedIn) await logIn(page)
        isLoggedIn = dashboardPages.includes(shown)
        await openPage(page, shown, site)
        const faults = [...(await layoutFaults(page)), ...(await accessibilityFaults(page))]
        if (shown.expected) forgive(complaints, shown.expected)
        faults.push(...complaints.splice(0))
        if (faults.length > 0) found[shown.name] = faults
      }
      expect(found).toEqual({})
    })
