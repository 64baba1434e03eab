import type { Page } from 'playwright'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { hold } from '#tests/helpers/hold.ts'
import { expect, hydrated, test } from '#tests/helpers/journey.ts'
import { expectAt, topOf } from '#tests/helpers/place.ts'

/** The app's code stays pending until the returned function is called. */
const holdCode = (page: Page) => hold(page, '**/code/**')

test('clicks, keys and form submits before hydration take effect after it', async ({ page }) => {
  const letGo = await holdCode(page)
  await page.goto('/pricing')
  const monthly = page.getByRole('switch', { name: 'Show Monthly' })
  await monthly.click()
  await page.getByRole('button', { name: 'Switch to light theme' }).focus()
  await page.keyboard.press('Enter')
  await expect(monthly).toHaveAttribute('aria-checked', 'false')
  letGo()
  await expect(monthly).toHaveAttribute('aria-checked', 'true')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('a form that is sent early is sent by the app in place', async ({ page }) => {
  const letGo = await holdCode(page)
  await page.goto('/contact-us')
  await page.getByLabel('Name').fill('Ann Baker')
  await page.getByLabel('Email').fill('ann@bakery.example')
  await page.getByLabel('Message').fill('Sixty clients.')
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
  await page.getByRole('button', { name: 'Send message' }).click()
  letGo()
  await hydrated(page)
  await expect(page.getByText('Thanks')).toBeVisible()
  expect(documents).toEqual([])
})

test(
  'going back returns to the position of a reader who scrolled before the page was hydrated',
  inFullRun(),
  async ({ page }) => {
    const letGo = await holdCode(page)
    await page.goto('/blog')
    const link = page.getByRole('link', { name: /Read More/ }).last()
    await link.scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
    const seen = await topOf(link)
    letGo()
    await hydrated(page)
    // Skipped sections get their real height only now: the reader sees the same at another scroll position.
    await expectAt(link, seen)
    await link.click()
    await expect(page.getByRole('link', { name: 'Back to Blog' })).toBeVisible()
    await page.goBack()
    await expectAt(link, seen)
  },
)

test('links are followed without loading another document', inFullRun(), async ({ page }) => {
  await page.goto('/features')
  await hydrated(page)
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
  await page.getByRole('main').getByRole('link', { name: 'Contact Us' }).first().click()
  await expect(page).toHaveURL(/contact-us$/)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(/features$/)
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact Us' }).first()).toBeVisible()
  expect(await page.title()).toContain('Features')
  expect(documents).toEqual([])
})
