import { logIn } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, test } from '#tests/helpers/journey.ts'

test('a post is scheduled, previewed by a colleague, published, and moved to another URL', async ({
  page,
  context,
  browser,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logIn(page)
  await page.getByRole('button', { name: 'Create Post' }).click()
  const editor = page.getByRole('dialog', { name: 'Create Blog Post' })
  await editor.getByLabel('Title').fill('The spring assortment')
  await editor.getByLabel('Summary (HTML)').fill('<p>What comes in spring.</p>')
  await editor.getByLabel('Content (HTML)').fill('<p>Rhubarb, and more of it.</p>')
  await editor.getByLabel('Category').selectOption({ index: 1 })
  await editor.getByLabel('Date', { exact: true }).fill('2090-05-04T08:00')
  await editor.getByLabel('Expiry date').fill('2090-05-03T08:00')
  await expect(editor.getByText(/Scheduled: visitors see it from May 4, 2090, 8:00 AM/)).toBeVisible()
  await editor.getByRole('button', { name: 'Create Post' }).click()
  await expect(editor.getByText('Expiry date must be later than the date.')).toBeVisible()
  await editor.getByLabel('Expiry date').fill('')
  await editor.getByRole('button', { name: 'Create Post' }).click()
  await expect(editor).toBeHidden()

  await expect(page.getByText('Next: “The spring assortment” appears on May 4, 2090, 8:00 AM.')).toBeVisible()
  await page.getByLabel('Show').selectOption('scheduled')
  const row = page.getByRole('row').filter({ hasText: 'The spring assortment' })
  await expect(row.getByText('Scheduled for May 4, 2090, 8:00 AM')).toBeVisible()
  await row.getByRole('button', { name: /Copy preview link/ }).click()
  await expect(page.getByText(/^Preview link copied/)).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain(`${site.url}/preview/`)

  // A colleague: another browser without a token, even without JavaScript.
  const other = await browser.newContext({ javaScriptEnabled: false })
  const colleague = await other.newPage()
  const answer = await colleague.goto(link)
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
  await expect(colleague.getByRole('heading', { level: 1, name: 'The spring assortment' })).toBeVisible()
  await expect(colleague.getByText('Preview, not public.')).toBeVisible()
  expect((await colleague.goto(`${site.url}/blog/the-spring-assortment`))?.status()).toBe(404)

  await row.getByRole('button', { name: /^Edit/ }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Blog Post' })
  await edit.getByLabel('Date', { exact: true }).fill('2026-01-02T08:00')
  await edit.getByRole('button', { name: 'Update Post' }).click()
  await expect(edit).toBeHidden()
  await expect(page.getByText('No such posts')).toBeVisible()
  await colleague.goto(link)
  expect(colleague.url()).toBe(`${site.url}/blog/the-spring-assortment`)

  await page.getByLabel('Show').selectOption('')
  await row.getByRole('button', { name: /^Edit/ }).click()
  await edit.getByLabel('Address').fill('spring')
  await expect(edit.getByText(`Becomes ${site.url}/blog/spring. Links to the old address keep working.`)).toBeVisible()
  await edit.getByRole('button', { name: 'Update Post' }).click()
  await expect(edit).toBeHidden()
  for (const old of [link, `${site.url}/blog/the-spring-assortment`]) {
    await colleague.goto(old)
    expect(colleague.url()).toBe(`${site.url}/blog/spring`)
    await expect(colleague.getByText('Rhubarb, and more of it.')).toBeVisible()
  }
  await other.close()
})

test(
  'a category is renamed in place in the dashboard, and visitors see the new name',
  inFullRun(),
  async ({ page, site }) => {
    await logIn(page)
    const rename = page.getByRole('button', { name: /^Rename/ }).first()
    const before = (await rename.getAttribute('aria-label'))?.replace('Rename ', '') ?? ''
    await rename.click()
    await page.getByLabel(`New name of ${before}`).fill('What we do all day')
    await page.keyboard.press('Enter')
    await expect(page.getByText('to “What we do all day”')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Rename What we do all day' })).toBeFocused()
    await expect.poll(async () => (await fetch(`${site.url}/blog`)).text()).toContain('What we do all day')
  },
)
