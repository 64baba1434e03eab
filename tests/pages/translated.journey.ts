import { confirmDeletion, logIn } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, hydrated, test } from '#tests/helpers/journey.ts'
import { translatePage } from '#tests/helpers/translate-page.ts'
import { aCompanyAs } from '#tests/registration/a-company.ts'

/** A page that throws is rendered again by its error boundary, and React reports it: then these journeys fail. */
test.beforeEach(({ page }) => page.addInitScript(translatePage))

test('a message that is typed at once on a translated page is sent, and thanks appear', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/code/*.js', (route) => released.then(() => route.continue()))
  await page.goto('/contact-us')
  await page.getByLabel('Name').fill('Ana Panadera')
  await page.getByLabel('Email').fill('ana@panaderia.example')
  await page.getByLabel('Message').pressSequentially('Sesenta clientes.')
  await page.getByRole('button', { name: 'Send message' }).click()
  release()
  await expect(page.getByRole('status')).toContainText('Thanks')
})

test('text and focus stay while a translated page is rendered anew', async ({ page }) => {
  await page.goto('/contact-us')
  await page.getByLabel('Message').pressSequentially('Sesenta clientes')
  await hydrated(page)
  await expect(page.getByLabel('Message')).toBeFocused()
  await page.keyboard.type(', seis días')
  await expect(page.getByLabel('Message')).toHaveValue('Sesenta clientes, seis días')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('alert')).toContainText('Name, Email')
  await expect(page.getByLabel('Message')).toHaveValue('Sesenta clientes, seis días')
})

test('translated prices follow the switch, and a sign-up sends values instead of translations', async ({ page }) => {
  await page.goto('/pricing')
  await hydrated(page)
  const prices = () =>
    page
      .getByRole('table')
      .getByText(/^\d+(?:\.\d+)?$/)
      .allInnerTexts()
  // The table is rendered anew when its code arrives.
  await expect.poll(prices).not.toEqual([])
  const annual = await prices()
  await page.getByRole('switch', { name: 'Show Monthly' }).click()
  await expect.poll(prices).not.toEqual(annual)
  await page.getByRole('switch', { name: 'Show Monthly' }).click()
  await expect.poll(prices).toEqual(annual)

  await page.getByRole('link', { name: /^Try For Free: Business/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  for (const [label, text] of Object.entries(aCompanyAs('panaderia-ana')))
    await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('checkbox').check()
  const sent = page.waitForRequest('**/company/register')
  await page.getByRole('button', { name: 'Start my free trial' }).click()
  expect((await sent).postData()).not.toContain('«')
  await expect(page).toHaveURL(/\/welcome$/)
})

test('posts are listed, written, deleted and found in a translated dashboard', inFullRun(), async ({ page }) => {
  await logIn(page)
  await page.getByLabel('Search').fill('order')
  await expect(page.getByRole('status').filter({ hasText: /post/ }).first()).toBeVisible()
  await page.getByLabel('Search').fill('')
  await page.getByLabel('Show', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Show', { exact: true }).selectOption({ index: 0 })
  const row = page.getByRole('row').nth(1)
  await row.getByRole('checkbox').check()
  await row.getByRole('checkbox').uncheck()
  await confirmDeletion(page, row.getByRole('button', { name: /^Delete/ }))
  await expect(page.getByRole('status').filter({ hasText: 'Post deleted' })).toBeVisible()
  for (const path of ['/admin/media', '/admin/leads', '/admin/account', '/admin/trash', '/admin/audit'])
    await page.goto(path)
})
