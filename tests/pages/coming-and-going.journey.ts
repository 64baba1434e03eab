import { expect, hydrated, test } from '#tests/helpers/journey.ts'

test.describe('prefetching on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('fetches a few links in view when scrolling stops', async ({ page }) => {
    await page.goto('/learn-more')
    await hydrated(page)
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    expect(fetched).toEqual([])
    // The height of the page depends on which sections are laid out.
    await page
      .locator('main a')
      .last()
      .evaluate((link) => link.scrollIntoView({ block: 'center' }))
    await expect.poll(() => fetched.filter((path) => path.startsWith('/code/')).length).toBeGreaterThan(0)
  })
})
