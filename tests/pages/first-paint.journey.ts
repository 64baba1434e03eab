import type { Page } from 'playwright'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { hold } from '#tests/helpers/hold.ts'
import { expect, hydrated, test } from '#tests/helpers/journey.ts'
import { expectAt, topAtClick } from '#tests/helpers/place.ts'

test('the home page loads two font files', inFullRun(), async ({ page }) => {
  const fonts: string[] = []
  page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  await hydrated(page)
  expect(fonts.map((url) => /\/([a-z-]+)\.[0-9a-f]+\.woff2$/.exec(url)?.[1]).toSorted()).toEqual([
    'besley',
    'libre-franklin',
  ])
})

test('going back from a link far down the home page returns to the same position', inFullRun(), async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  const link = page.getByRole('link', { name: /Distributors/ }).first()
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(3_000)
  await link.click()
  await expect(page).toHaveURL(/distributors$/)
  await page.goBack()
  // Heights are fractional, positions are not.
  await expect.poll(() => page.evaluate((before) => Math.abs(scrollY - before), before)).toBeLessThanOrEqual(1)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  /** The number of sections that the browser has not laid out yet. */
  const skipped = (page: Page) =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('main section')].filter(
          (section) => getComputedStyle(section).contentVisibility === 'auto',
        ).length,
    )

  test('sections below the fold are laid out after hydration', inFullRun(), async ({ page }) => {
    const letGo = await hold(page, '**/code/**')
    await page.goto('/')
    expect(await skipped(page)).toBeGreaterThan(3)
    letGo()
    await hydrated(page)
    expect(await skipped(page)).toBe(0)
  })

  for (const [from, name] of [
    ['/', 'All posts'],
    ['/features', 'SEE ALL FEATURES IN ACTION'],
    ['/blog/counting-jars', 'Back to All Posts'],
  ] as const)
    test(`going back to ${from} returns to the same position`, inFullRun(from !== '/'), async ({ page }) => {
      await page.goto(from)
      await hydrated(page)
      const link = page.getByRole('main').getByRole('link', { name }).last()
      const clicked = topAtClick(link)
      await link.click()
      const before = await clicked
      await expect(page).not.toHaveURL(new RegExp(`${from}$`))
      await page.goBack()
      await expectAt(link, before)
    })
})

test(
  'a link to a heading and a reload find every section laid out, and keep their position',
  inFullRun(),
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/blog/counting-jars')
    await hydrated(page)
    const contents = page.getByRole('navigation', { name: 'In this post' })
    const address = (await contents.getByRole('link').last().getAttribute('href')) ?? ''
    const isLaidOut = () => page.evaluate(() => 'hydrated' in document.documentElement.dataset)
    await page.goto('about:blank')
    await page.goto(address, { waitUntil: 'commit' })
    await page.waitForSelector('main')
    expect(await isLaidOut()).toBe(true)
    await hydrated(page)
    await expect(page.locator(address.slice(address.indexOf('#')))).toBeInViewport()
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(1_000)
    await page.reload()
    await hydrated(page)
    await expect.poll(() => page.evaluate((place) => Math.abs(scrollY - place), place)).toBeLessThanOrEqual(1)
  },
)
