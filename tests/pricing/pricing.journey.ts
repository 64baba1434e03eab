import type { Page } from 'playwright'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, forgive, hydrated, test } from '#tests/helpers/journey.ts'

const chart = (page: Page) => page.getByRole('table', { name: 'Software Edition Comparison Chart' })
const tries = (page: Page) => page.getByRole('main').getByRole('link', { name: /^Try For Free/ })
const topOf = async (page: Page, name: RegExp) => (await page.getByRole('columnheader', { name }).boundingBox())?.y ?? 0

test('the header row sticks below the toolbar and shrinks, and nothing below it jumps', async ({ page }) => {
  await page.goto('/pricing')
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  const row = page.getByRole('rowheader', { name: 'Customizable Data Table' })
  const unit = chart(page).getByText('per user per month').first()
  const heights = () => page.evaluate(() => document.documentElement.scrollHeight)
  const [height, rowTop] = [await heights(), (await row.boundingBox())?.y ?? 0]
  await expect(unit).toBeVisible()
  expect(await topOf(page, /Essentials/)).toBeGreaterThan(200)

  const scrolled = Math.round(rowTop - 300)
  await page.evaluate((top) => scrollTo(0, top), scrolled)
  await expect(unit).toBeHidden()
  const toolbar = await page.getByRole('banner').boundingBox()
  expect(await topOf(page, /Essentials/)).toBe(toolbar?.height)
  await expect(tries(page).first()).toBeInViewport()
  expect((await row.boundingBox())?.y).toBeCloseTo(rowTop - scrolled, 0)
  expect(await heights()).toBe(height)

  await page.evaluate(() => scrollTo(0, 0))
  await expect(unit).toBeVisible()
})

test('the header row regains its height at the top in a low window', inFullRun(), async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 360 })
  await page.goto('/pricing')
  const unit = chart(page).getByText('per user per month').first()
  await expect(unit).toBeVisible()
  await page.evaluate(() => scrollTo(0, 1200))
  await expect(unit).toBeHidden()
  await page.evaluate(() => scrollTo(0, 0))
  await expect(unit).toBeVisible()
})

test.describe('the compact layout begins at 960 pixels', () => {
  for (const javaScriptEnabled of [true, false]) {
    test(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', inFullRun(), async ({ browser, site }) => {
      const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled })
      const page = await context.newPage()
      await page.setViewportSize({ width: 961, height: 900 })
      await page.goto('/pricing')
      await expect(chart(page)).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(0)
      await expect(tries(page)).toHaveCount(4)
      await page.setViewportSize({ width: 960, height: 900 })
      await expect(chart(page)).toHaveCount(0)
      await expect(page.getByRole('article')).toHaveCount(4)
      await expect(tries(page)).toHaveCount(4)
      await context.close()
    })
  }

  test('nothing scrolls sideways at any width down to 320 pixels', inFullRun(), async ({ page }) => {
    await page.goto('/pricing')
    for (const width of [1440, 1100, 961, 960, 600, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width}`).toBe(0)
    }
  })
})

test(
  'without JavaScript the chart shows annual and monthly prices and no switch',
  inFullRun(),
  async ({ browser, site }) => {
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto('/pricing')
    await expect(page.getByRole('switch')).toHaveCount(0)
    await expect(page.getByText('Turn on')).toBeHidden()
    await expect(page.getByText('What would it cost you?')).toBeHidden()
    await expect(page.getByRole('row')).toHaveCount(22)
    const head = page.getByRole('columnheader', { name: /Essentials/ })
    await expect(head).toContainText('$24')
    await expect(head).toContainText('$29 billed monthly', { useInnerText: true })
    await page.setViewportSize({ width: 390, height: 900 })
    await expect(page.getByRole('article').first()).toContainText('$29 billed monthly', { useInnerText: true })
    await context.close()
  },
)

test('the calculator follows the switch of the chart, and Enter sends nothing', inFullRun(), async ({ page }) => {
  await page.goto('/pricing')
  const people = page.getByRole('spinbutton', { name: 'Number of people' })
  await people.fill('20')
  await expect(page.getByText('$820 per month')).toBeVisible()
  await page.getByRole('switch', { name: 'Show Monthly' }).click()
  await expect(page.getByText('$980 per month')).toBeVisible()
  await people.press('Enter')
  await people.press('ArrowUp')
  await expect(page.getByText('$1,029 per month')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '$1,029 per month' })).toBeAttached()
  await expect(page).toHaveURL(/\/pricing$/)
})

test(
  'a switch of the billing period does not remove the calculator while its code is loading',
  inFullRun(),
  async ({ page }) => {
    let deliver = () => {}
    const arrived = new Promise<void>((resolve) => {
      deliver = resolve
    })
    await page.route('**/code/calculator-*.js', async (route) => {
      await arrived
      await route.continue()
    })
    await page.goto('/pricing')
    await hydrated(page)
    const head = page.getByRole('columnheader', { name: /Essentials/ })
    await page.getByRole('switch', { name: 'Show Monthly' }).click()
    await expect(head).toContainText('$29')
    await expect(page.getByText('$192 per month')).toBeVisible()
    deliver()
    await expect(page.getByText('$234 per month')).toBeVisible()
  },
)

test(
  'below the chart of narrow windows, a disclosure lists what every plan includes',
  inFullRun(),
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 900 })
    await page.goto('/pricing')
    const feature = page.getByText('Employee Management Tree').last()
    await expect(feature).toBeHidden()
    await page.getByText('Included in every edition').click()
    await expect(feature).toBeVisible()
  },
)

test('with JavaScript only the switch shows monthly prices', inFullRun(), async ({ page }) => {
  await page.goto('/pricing')
  const head = page.getByRole('columnheader', { name: /Essentials/ })
  await expect(head).not.toContainText('billed monthly', { useInnerText: true })
  await page.getByRole('switch', { name: 'Show Monthly' }).click()
  await expect(head).toContainText('$29')
})

test('a navigation inside the app requests prices from /pricing, and Back from elsewhere shows the page', async ({
  page,
}) => {
  await page.goto('/blog')
  const called = page.waitForResponse('**/pricing')
  await openInside(page)
  expect((await called).headers()['content-type']).toContain('application/json')
  await expect(chart(page)).toBeVisible()
  await expect(page).toHaveTitle(/^Prices and editions/)
  await page.goto('about:blank')
  await page.goBack()
  await expect(chart(page)).toBeVisible()
})

test('prices that fail to load are retried, with a link to ask for them', inFullRun(), async ({ page, complaints }) => {
  let fails = true
  await page.route('**/pricing', (route) => (fails ? route.fulfill({ status: 500, body: '{}' }) : route.continue()))
  await page.goto('/blog')
  await openInside(page)
  await expect(page.getByText('Loading prices...')).toBeVisible()
  await expect(page.getByText('Loading failed. Trying again…')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ask for a price' })).toHaveAttribute('href', '/contact-us')
  fails = false
  await expect(chart(page)).toBeVisible()
  forgive(complaints, /500/)
})

/** A navigation inside the app from whichever page links here. */
async function openInside(page: Page) {
  await hydrated(page)
  await page.evaluate(() => {
    history.pushState({ idx: 1, key: 'inside' }, '', '/pricing')
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  })
}
