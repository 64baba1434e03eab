import { expect, takenOver, test } from '#tests/helpers/journey.ts'
import { neverIdle } from '#tests/helpers/never-idle.ts'
import { expectAt, topAtClick } from '#tests/helpers/place.ts'

test('the letters of the home page come in two files', async ({ page }) => {
  const fonts: string[] = []
  page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  await takenOver(page)
  expect(fonts.map((url) => /\/([a-z-]+)\.[0-9a-f]+\.woff2$/.exec(url)?.[1]).toSorted()).toEqual([
    'besley',
    'libre-franklin',
  ])
})

test('what is further down is laid out when there is time; who was there comes back to the same place', async ({
  page,
}) => {
  await page.goto('/')
  await takenOver(page)
  await expect(page.locator('html[data-laid-out]')).toBeAttached()
  expect(await page.locator('section[data-laid-out]').count()).toBe(0)
  const link = page.getByRole('link', { name: /Distributors/ }).first()
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(3_000)
  await link.click()
  await expect(page).toHaveURL(/distributors$/)
  await page.goBack()
  // Heights are fractions of pixels, positions are not.
  await expect.poll(() => page.evaluate((before) => Math.abs(scrollY - before), before)).toBeLessThanOrEqual(1)
})

test.describe('on a small phone that is never idle once the app is there', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('who goes on before all of a page is laid out comes back to the same place', async ({ page }) => {
    await neverIdle(page)
    await page.goto('/blog/counting-jars')
    await takenOver(page)
    const link = page.getByRole('link', { name: 'Back to All Posts' })
    const clicked = topAtClick(link)
    await link.click()
    const before = await clicked
    await expect(page).toHaveURL(/\/blog$/)
    await expect(page.locator('html[data-laid-out]')).toBeAttached()
    await page.goBack()
    await expectAt(link, before)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('who comes back to the home page finds the same place: drawings on their way keep their room', async ({
    page,
  }) => {
    await page.goto('/')
    await takenOver(page)
    const link = page.getByRole('main').getByRole('link', { name: 'Read More' }).last()
    const clicked = topAtClick(link)
    await link.click()
    const before = await clicked
    await expect(page).toHaveURL(/\/blog\/.+/)
    await page.goBack()
    await expect(page.getByRole('img', { name: /^Nine parts/ })).toBeAttached()
    await expectAt(link, before)
  })
})

test('who goes to a part of a post, or loads a page again, finds all of it laid out, and stays where they are', async ({
  page,
}) => {
  await page.goto('/blog/counting-jars')
  await expect(page.locator('html[data-laid-out]')).toBeAttached()
  const contents = page.getByRole('navigation', { name: 'In this post' })
  const address = (await contents.getByRole('link').last().getAttribute('href')) ?? ''
  const laidOutAtOnce = () => page.evaluate(() => document.documentElement.hasAttribute('data-laid-out'))
  await page.goto('about:blank')
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForSelector('main')
  expect(await laidOutAtOnce()).toBe(true)
  await takenOver(page)
  await expect(page.locator(address.slice(address.indexOf('#')))).toBeInViewport()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(1_000)
  await page.reload()
  await takenOver(page)
  expect(await laidOutAtOnce()).toBe(true)
  await expect.poll(() => page.evaluate((place) => Math.abs(scrollY - place), place)).toBeLessThanOrEqual(1)
})

test('the app’s file does not run React’s DOM: that has a step of its own, once there is something to take over', async ({
  page,
}) => {
  // What React's DOM does first of all is to make the errors that it throws later.
  await page.addInitScript(() => {
    Object.assign(window, { errors: 0 })
    window.Error = new Proxy(Error, {
      apply(error, self, given) {
        window.errors++
        return Reflect.apply(error, self, given)
      },
    })
  })
  const files: string[] = []
  page.on('request', (request) => request.url().includes('/code/main-') && files.push(request.url()))
  await page.goto('/features')
  await takenOver(page)
  expect(files).toHaveLength(1)
  expect(await page.evaluate(() => window.errors)).toBeGreaterThan(0)
  await page.route('**/features', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('id="root"', '') })
  })
  await page.goto('/features')
  const withNothingToTakeOver = page.evaluate(async (file) => {
    await import(file)
    for (const _ of [1, 2, 3, 4]) await new Promise((resolve) => setTimeout(resolve))
    return window.errors
  }, files[0] ?? '')
  expect(await withNothingToTakeOver).toBe(0)
})

declare global {
  interface Window {
    errors: number
  }
}
