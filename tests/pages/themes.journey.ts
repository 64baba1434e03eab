import type { Page } from 'playwright'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { hold } from '#tests/helpers/hold.ts'
import { expect, forgive, hydrated, test } from '#tests/helpers/journey.ts'

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const lightGround = /^rgb\(250, 246, 236\)$/

test('retries themes that failed to load and then offers the light one', inFullRun(), async ({ page, complaints }) => {
  let rejected = 0
  await page.route('**/code/themes-*', (route) => (rejected++ === 0 ? route.abort() : route.continue()))
  await page.goto('/blog')
  await hydrated(page)
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await expect.poll(() => ground(page)).toMatch(lightGround)
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', lightGround)
  forgive(complaints, /themes-|ERR_FAILED/)
})

test('shows the colors of a chosen light theme before hydration', async ({ page }) => {
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

for (const [when, timersTake] of [
  ['a step is free before the first frame', 0],
  ['none is', 300],
] as const)
  test(
    `shows only the background of a chosen light theme until its colors load, never the dark one, when ${when}`,
    inFullRun(),
    async ({ page }) => {
      await page.addInitScript((timersTake) => {
        localStorage.setItem('theme', 'light')
        const later = setTimeout
        const slow = (work: TimerHandler, ms = 0, ...given: unknown[]) => later(work, ms || timersTake, ...given)
        Object.assign(window, { setTimeout: slow, seen: [] })
        const background = () =>
          requestAnimationFrame(() => {
            // Before there is a body, there is nothing to see.
            later(() => document.body && window.seen.push(document.documentElement.dataset.theme))
            background()
          })
        background()
      }, timersTake)
      await page.route('**/code/*.js', () => {})
      const release = await hold(page, '**/code/themes-*')
      await page.goto('/blog', { waitUntil: 'domcontentloaded' })
      const root = page.locator('html')
      await expect(root).toHaveCSS('visibility', 'hidden')
      await expect(root).toHaveCSS('background-color', lightGround)
      await page.waitForFunction(() => window.seen.length > 3)
      const painted = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
      expect(await painted()).toBe(0)
      release()
      await expect.poll(painted).toBe(1)
      await expect(root).toHaveCSS('visibility', 'visible')
      expect(await ground(page)).toMatch(lightGround)
      expect(await page.evaluate(() => [...new Set(window.seen)])).toEqual(['light'])
    },
  )

declare global {
  interface Window {
    /** The theme after each frame. */
    seen: (string | undefined)[]
  }
}
