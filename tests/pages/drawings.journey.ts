import type { Page } from 'playwright'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, forgive, hydrated, test } from '#tests/helpers/journey.ts'

/** Symbol names that the page uses without a symbol. */
const missing = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('use')]
      .filter((use) => !use.closest('[data-later]'))
      .map((use) => use.getAttribute('href') ?? '')
      .filter((href) => !document.querySelector(`.sprite > ${href}`)),
  )
const drawings = (page: Page) => page.locator('.sprite > symbol').count()

test('a page contains the icons and illustrations that it shows, and the app loads all others', async ({ page }) => {
  await page.goto('/blog')
  const brought = await page.evaluate(async () => {
    const text = await (await fetch(location.href)).text()
    return new DOMParser().parseFromString(text, 'text/html').querySelectorAll('.sprite > symbol').length
  })
  await hydrated(page)
  await expect.poll(() => drawings(page)).toBeGreaterThan(brought)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  expect(await page.evaluate(() => document.querySelectorAll('.sprite > #good-loaf').length)).toBe(1)
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Contact Us' }).click()
  await expect(page).toHaveURL(/contact-us$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await missing(page)).toEqual([])
})

test('sprites that failed to load are requested again', inFullRun(), async ({ page, complaints }) => {
  let rejected = 0
  await page.route('**/code/drawings-*', (route) => (rejected++ === 0 ? route.abort() : route.continue()))
  await page.goto('/blog')
  const brought = await drawings(page)
  await expect.poll(() => drawings(page)).toBeGreaterThan(brought)
  forgive(complaints, /drawings-|ERR_FAILED/)
})

test('each page has its illustrations without JavaScript', inFullRun(), async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  const page = await context.newPage()
  for (const path of ['/', '/features', '/bakery-erp', '/pricing', '/blog', '/contact-us', '/pricing/try-for-free']) {
    await page.goto(path)
    expect([path, ...(await missing(page))]).toEqual([path])
  }
  await context.close()
})
