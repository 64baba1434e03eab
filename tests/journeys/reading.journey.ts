import { expect, forgive, hydrated, test } from '#tests/helpers/journey.ts'
import { aCompanyAs } from '#tests/registration/a-company.ts'

test.describe('the public site without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('lets a visitor search, read, compare prices, sign up and send a message', async ({ page, complaints }) => {
    await page.goto('/blog')
    await page.getByRole('searchbox', { name: 'Search posts' }).fill('jars')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(/\/blog\?q=jars$/)
    await expect(page.locator('mark').first()).toHaveText(/^jars$/i)
    await page.getByRole('link', { name: /Read More about “Counting jars/ }).click()
    await page
      .getByRole('navigation', { name: 'In this post' })
      .getByRole('link', { name: 'Count a little, often' })
      .click()
    await expect(page.getByRole('heading', { name: 'Count a little, often' })).toBeInViewport()
    await expect(page).toHaveURL(/#count-a-little-often$/)
    await page
      .locator('main')
      .getByRole('link', { name: /Lot numbers/ })
      .last()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: /Lot numbers/ })).toBeVisible()

    await page.goto('/pricing')
    await page
      .getByRole('link', { name: /Try For Free/ })
      .first()
      .click()
    for (const [label, text] of Object.entries(aCompanyAs('reads-first')))
      await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Start my free trial' }).click()
    await expect(page).toHaveURL(/\/welcome$/)
    await page.goto('/contact-us')
    for (const [label, text] of Object.entries(message)) await page.getByLabel(label).fill(text)
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page).toHaveURL(/\/contact-us#sent$/)
    // The preloaded code is unused without JavaScript.
    forgive(complaints, /failed: .*\/code\//)
  })
})

const message = { Name: 'Ann Baker', Email: 'ann@bakery.example', Message: 'Sixty clients.' }

test('the list narrows with its URL while a reader types, and Back restores it', async ({ page }) => {
  await page.goto('/learn-more')
  await hydrated(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click()
  const field = page.getByRole('searchbox', { name: 'Search posts' })
  await field.pressSequentially('jars')
  await expect(page).toHaveURL(/\/blog\?q=jars$/)
  await expect(page).toHaveTitle(/jars/)
  await expect(page.getByRole('heading', { name: 'Search results' })).toBeVisible()
  await expect(page.getByRole('status')).toHaveText(/^\d+ posts?$/)
  await expect(field).toBeFocused()
  await page.getByRole('link', { name: /Read More about “Counting jars/ }).click()
  await page
    .getByRole('navigation', { name: 'In this post' })
    .getByRole('link', { name: 'Count a little, often' })
    .click()
  const heading = page.getByRole('heading', { name: 'Count a little, often' })
  await expect(heading).toBeFocused()
  const bar = (await page.getByRole('banner').boundingBox())?.height ?? 0
  expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual(bar)
  await page.goBack()
  await page.goBack()
  await expect(field).toHaveValue('jars')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click()
  await expect(page.getByRole('heading', { name: 'Latest Posts' })).toBeVisible()
  await expect(field).toHaveValue('')
  await page.goBack()
  await expect(field).toHaveValue('jars')
  await page.goBack()
  await expect(page).toHaveURL(/\/learn-more$/)
})

test('the table of contents of the first page works before and after hydration', async ({ page }) => {
  await page.goto('/blog/counting-jars')
  await hydrated(page)
  const contents = page.getByRole('navigation', { name: 'In this post' })
  for (const name of ['Add the lot and the date', 'Three numbers for every product']) {
    await contents.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { name })).toBeInViewport()
    const place = await page.getByRole('heading', { name }).boundingBox()
    expect(place?.y).toBeGreaterThanOrEqual(76)
  }
})
