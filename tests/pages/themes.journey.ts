import type { Page } from 'playwright'
import { expect, forgive, takenOver, test } from '#tests/helpers/journey.ts'

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const lightGround = /^rgb\(250, 246, 236\)$/

test('themes that failed to come are asked for again; then the light one can be chosen', async ({
  page,
  complaints,
}) => {
  let refused = 0
  await page.route('**/code/themes-*', (route) => (refused++ === 0 ? route.abort() : route.continue()))
  await page.goto('/blog')
  await takenOver(page)
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await expect.poll(() => ground(page)).toMatch(lightGround)
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', lightGround)
  forgive(complaints, /themes-|ERR_FAILED/)
})

test('who chose the light theme sees its colors before the app is there', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'light'))
  await page.route('**/code/*.js', () => {})
  for (const path of ['/blog', '/features']) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    // The page may be read before its colors are there, but not seen.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    expect(await ground(page)).toMatch(lightGround)
    const card = page.locator('main :is(article, li)').first()
    expect(await card.evaluate((one) => getComputedStyle(one).getPropertyValue('--text').trim())).toBe('#1a1e1b')
  }
})
