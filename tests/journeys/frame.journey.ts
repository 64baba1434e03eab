import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, hydrated, test } from '#tests/helpers/journey.ts'

const links = ['Download Driver Pro app', 'Download Operator Pro app', 'Learn More', 'Contact Us']

test(
  'the toolbar is transparent at the top and solid once the page is scrolled at all',
  inFullRun(),
  async ({ page }) => {
    await page.goto('/blog')
    const background = () =>
      page
        .locator('header')
        .first()
        .evaluate((bar) => getComputedStyle(bar).backgroundColor)
    const transparent = await background()
    expect(transparent).toBe('rgba(0, 0, 0, 0)')
    await page.mouse.wheel(0, 1)
    await expect.poll(background).not.toBe(transparent)
    for (const name of links) await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible()
  },
)

for (const width of [1264, 1440, 1599, 1600, 1920]) {
  test(`the toolbar fits into ${width} pixels at 120 % text`, inFullRun(width !== 1440), async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/blog')
    const bar = page.getByRole('banner')
    const height = async () => (await bar.boundingBox())?.height
    const before = await height()
    expect(before).toBeLessThanOrEqual(76 + 36)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '120%'
    })
    expect(await height()).toBe(before)
    const links = await bar.locator('nav > a, summary').all()
    const bounds = await Promise.all(links.map((link) => link.boundingBox()))
    const rows = new Set(bounds.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)))
    expect([bounds.length, rows.size]).toEqual([8, width < 1600 ? 2 : 1])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
}

test('the trades open and close from the keyboard, without JavaScript, too', async ({ page, browser, site }) => {
  await page.goto('/blog')
  await hydrated(page)
  const summary = page.getByRole('banner').getByText('Trades', { exact: true })
  const bakeries = page.getByRole('banner').getByRole('link', { name: /^Bakeries/ })
  await summary.focus()
  await page.keyboard.press('Enter')
  await expect(bakeries).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(bakeries).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(bakeries).toBeHidden()
  await expect(summary).toBeFocused()
  await summary.click()
  await bakeries.click()
  await expect(page).toHaveURL(/bakery-erp$/)
  await expect(bakeries).toBeHidden()

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  const plain = await context.newPage()
  for (const width of [1440, 390]) {
    await plain.setViewportSize({ width, height: 844 })
    await plain.goto('/blog')
    await plain.getByRole('banner').getByText('Trades', { exact: true }).click()
    await plain
      .getByRole('banner')
      .getByRole('link', { name: /^Distributors/ })
      .click()
    await expect(plain).toHaveURL(/distributors$/)
  }
  await context.close()
})

test.describe('the frame on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('opens a full-screen menu that traps the focus and closes on Esc', async ({ page }) => {
    await page.goto('/blog')
    const burger = page.getByRole('button', { name: 'Open menu' })
    await burger.click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    for (const name of links) await expect(menu.getByRole('link', { name })).toBeVisible()
    expect(await menu.boundingBox()).toMatchObject({ width: 390, height: 844 })
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab')
      expect(
        await page.evaluate(
          () =>
            !document.activeElement ||
            document.activeElement === document.body ||
            document.activeElement.closest('dialog') !== null,
        ),
      ).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(burger).toBeFocused()
  })

  test(
    'focuses the heading of a page opened from the menu, even if it is already loaded',
    inFullRun(),
    async ({ page }) => {
      await page.goto('/blog')
      await hydrated(page)
      await page.getByRole('button', { name: 'Open menu' }).click()
      const fetched = page.waitForResponse('**/code/contact-page-*')
      const link = page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Contact Us' })
      await link.focus()
      await (await fetched).finished()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/contact-us$/)
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    },
  )
})

test('the privacy policy opens as a dialog of at most 800 pixels with the required facts', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Privacy Policy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Privacy Policy' })
  await expect(dialog).toContainText(/August 1, 2018/)
  await expect(dialog).toContainText(/12 months/)
  await expect(dialog).toContainText(/under 16/)
  await expect(dialog).toContainText(/one month/)
  expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(800)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('the light theme is chosen in the footer, remembered, and applied before the first paint', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.goto('/blog', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'light')
})

test('Terms Of Use downloads the agreement', inFullRun(), async ({ page }) => {
  await page.goto('/')
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: /Terms Of Use/ }).click()
  expect((await waiting).suggestedFilename()).toMatch(/\.pdf$/)
})

test('the first Tab reaches a skip link', inFullRun(), async ({ page }) => {
  await page.goto('/blog')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})
