import type { Locator, Page } from 'playwright'
import { logIn } from '#tests/helpers/dashboard.ts'
import { expect, hydrated, test } from '#tests/helpers/journey.ts'

/** Opens a page in the contrast theme of the system, with the styles that are loaded after hydration. */
async function open(page: Page, path: string) {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(path)
  await hydrated(page)
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/code/themes-')))
}

const hasEdge = (one: Locator) => expect(one).toHaveCSS('outline-style', 'solid')

test('buttons, cards and chips have edges in forced colors', async ({ page }) => {
  await open(page, '/blog')
  const card = page.getByRole('article').first()
  await hasEdge(card)
  await hasEdge(card.getByRole('link', { name: /Read More/ }))
  await hasEdge(card.locator('a[href^="/blog/category/"]').first())
  await open(page, '/contact-us')
  await hasEdge(page.getByRole('button', { name: 'Send message' }))
})

test('a switch shows its state in forced colors', async ({ page }) => {
  await open(page, '/pricing')
  const control = page.getByRole('switch').first()
  const colors = () =>
    control
      .locator('span')
      .first()
      .evaluate((track) => [
        getComputedStyle(track).backgroundColor,
        getComputedStyle(track, '::after').backgroundColor,
      ])
  const [track, knob] = await colors()
  expect(track).not.toBe(knob)
  await hasEdge(control.locator('span').first())
  await control.click()
  await expect.poll(async () => (await colors())[0]).not.toBe(track)
  const [trackOn, knobOn] = await colors()
  expect(trackOn).not.toBe(knobOn)
})

test('the open tab of the dashboard is underlined in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await logIn(page)
  const tabs = page.getByRole('navigation', { name: 'Admin' })
  await expect(tabs.getByRole('link', { name: 'Posts' })).toHaveCSS('text-decoration-line', 'underline')
  await expect(tabs.getByRole('link', { name: 'Media' })).toHaveCSS('text-decoration-line', 'none')
})
