import { expect, takenOver, test } from '#tests/helpers/journey.ts'

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('links that come into view are fetched once the reader stops scrolling, a few of them', async ({ page }) => {
    await page.goto('/learn-more')
    await takenOver(page)
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    expect(fetched).toEqual([])
    // How far down the middle is depends on what of the page is laid out by then.
    await page
      .locator('main a')
      .last()
      .evaluate((link) => link.scrollIntoView({ block: 'center' }))
    await expect.poll(() => fetched.filter((path) => path.startsWith('/code/')).length).toBeGreaterThan(0)
  })
})

test('a link to a page at hand fades into it; under reduced motion nothing moves', async ({ page }) => {
  await page.addInitScript(() => {
    const begin = document.startViewTransition?.bind(document)
    Object.assign(document, {
      startViewTransition(change: () => void) {
        document.documentElement.dataset.faded = 'yes'
        return begin?.(change)
      },
    })
  })
  for (const [reducedMotion, faded] of [
    ['reduce', undefined],
    ['no-preference', 'yes'],
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    await page.goto('/blog')
    await takenOver(page)
    const link = page.getByRole('link', { name: /Read More/ }).first()
    const fetched = page.waitForResponse('**/api/blog-posts/*')
    await link.hover()
    await (await fetched).finished()
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await page.evaluate(() => document.documentElement.dataset.faded)).toBe(faded)
  }
})
