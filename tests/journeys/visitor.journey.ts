import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, forgive, hydrated, test } from '#tests/helpers/journey.ts'
import { expectAt, topAtClick } from '#tests/helpers/place.ts'

test('a visitor goes from the list to a post and back', async ({ page }) => {
  await page.goto('/blog')
  await expect(page.getByRole('heading', { level: 1, name: 'Our Blog' })).toBeVisible()
  await expect(page.getByText('Insights, updates, and stories from our team')).toBeVisible()
  await expect(page.getByText(/^\d+ posts$/)).toBeVisible()

  const readMore = page.getByRole('link', { name: /Read More/ }).first()
  const address = await readMore.getAttribute('href')
  await hydrated(page)
  await readMore.click()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.title()).toContain(await page.getByRole('heading', { level: 1 }).innerText())

  await page.getByRole('link', { name: 'Back to All Posts' }).click()
  await expect(page).toHaveURL(/\/blog$/)
})

test('going back restores the scroll position in the list', inFullRun(), async ({ page }) => {
  await page.goto('/blog')
  await hydrated(page)
  const last = page.getByRole('link', { name: /Read More/ }).last()
  const clicked = topAtClick(last)
  await last.click()
  const before = await clicked
  await expect(page.getByRole('link', { name: 'Back to Blog' })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Our Blog' })).toBeVisible()
  await expectAt(last, before)
})

test('a slow post shows the spinner and its text, and a failed one is retried until it loads', async ({
  page,
  complaints,
}) => {
  await page.goto('/blog')
  await hydrated(page)
  const link = page.getByRole('link', { name: /Read More/ }).first()
  let failing = true
  await page.route('**/api/blog-posts/*', (route) => (failing ? route.abort() : route.continue()))
  await link.click()
  await expect(page.getByText('Loading blog post...')).toBeVisible()
  await expect(page.getByText(/trying again/i)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Blog' })).toBeVisible()
  failing = false
  await expect(page.getByRole('link', { name: 'Back to All Posts' })).toBeVisible()
  forgive(complaints, /ERR_FAILED|failed:/)
})

test('a category and a tag have their own pages', inFullRun(), async ({ page }) => {
  await page.goto('/blog')
  const chip = page.locator('a[href^="/blog/category/"]').first()
  const name = await chip.innerText()
  await chip.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.locator('a[href^="/blog/tag/"]').first().click()
  await expect(page).toHaveURL(/\/blog\/tag\//)
  await expect(page.getByRole('link', { name: 'Back to Blog' })).toBeVisible()
})

test('an unknown path ends at the home page, and a missing post says so', inFullRun(), async ({ page, complaints }) => {
  await page.goto('/no-such-page')
  const line = page.getByRole('status').filter({ hasText: 'We don’t have that page. Here is the home page.' })
  await expect(line).toBeVisible()
  await expect(line).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  // The fragment is removed by the app, and the line stays until a reload.
  await expect(page).toHaveURL(/\/$/)
  await expect(line).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(line).toBeHidden()
  const answer = await page.goto('/blog/no-such-post')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('This post could not be found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Blog' }).click()
  await expect(page).toHaveURL(/\/blog$/)
  forgive(complaints, /404/)
})

test('a program reads every page without running scripts', inFullRun(), async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  const page = await context.newPage()
  await page.goto('/blog')
  await page
    .getByRole('link', { name: /Read More/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect((await page.locator('main').innerText()).split(/\s+/).length).toBeGreaterThan(500)
  await context.close()
})
