import type { Page } from 'playwright'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, forgive, hydrated, test } from '#tests/helpers/journey.ts'
import { aCompanyAs } from './a-company.ts'

/** Fills in the whole form, with a unique name for each journey. */
async function fillIn(page: Page, username: string) {
  for (const [label, text] of Object.entries(aCompanyAs(username)))
    await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('checkbox').check()
}
const start = (page: Page) => page.getByRole('button', { name: 'Start my free trial' }).click()

test('a company signs up, from the pricing chart to the welcome page', async ({ page }) => {
  await page.goto('/pricing')
  await hydrated(page)
  await page.getByRole('link', { name: 'Try For Free: Business' }).click()
  await expect(page).toHaveURL(/\/pricing\/try-for-free\/[0-9a-f]{32}\?plan=3$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByLabel('Software Edition')).toHaveValue('3')
  for (const [label, text] of Object.entries(aCompanyAs('signs-up-here')))
    await page.getByLabel(label, { exact: true }).pressSequentially(text)
  await page.getByRole('checkbox').check()
  await expect(page.getByLabel('Phone')).toHaveValue('(503) 555 - 0142')
  await start(page)
  await expect(page).toHaveURL(/\/welcome$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
})

test(
  'a taken username is reported at its field, and another one is accepted',
  inFullRun(),
  async ({ page, complaints }) => {
    for (const path of ['/pricing/try-for-free/first', '/pricing/try-for-free/second']) {
      await page.goto(path)
      await hydrated(page)
      await fillIn(page, 'taken-twice')
      if (path.endsWith('second')) await page.getByLabel('Email').fill('another@delgado.example')
      await start(page)
      if (path.endsWith('first')) await expect(page).toHaveURL(/\/welcome$/)
    }
    const taken = 'This username is already taken.'
    await expect(page.getByRole('alert')).toContainText(taken)
    await expect(page.getByRole('alert')).toBeFocused()
    await page.getByRole('link', { name: 'Username' }).click()
    await expect(page.getByLabel('Username')).toBeFocused()
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription(taken)
    await page.getByLabel('Username').fill('taken-no-more')
    await start(page)
    await expect(page).toHaveURL(/\/welcome$/)
    forgive(complaints, /422/)
  },
)

test('a reload keeps typed text, except passwords, and the token', inFullRun(), async ({ page }) => {
  await page.goto('/pricing/try-for-free')
  await hydrated(page)
  await fillIn(page, 'reloads-here')
  const address = page.url()
  await page.reload()
  expect(page.url()).toBe(address)
  await expect(page.getByLabel('Street Name')).toHaveValue('Alder Street')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
})

test('"Skip to content" keeps typed passwords', inFullRun(), async ({ page }) => {
  await page.goto('/pricing/try-for-free')
  await hydrated(page)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('sourdough-18h')
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#main$/)
  await expect(page.locator('#main')).toBeFocused()
  await expect(password).toHaveValue('sourdough-18h')
})

test('the form reports a missing connection and keeps everything', inFullRun(), async ({ page, complaints }) => {
  await page.goto('/pricing/try-for-free')
  await hydrated(page)
  await fillIn(page, 'offline-here')
  await page.route('**/company/register', (route) => route.abort())
  await start(page)
  await expect(page.getByRole('alert')).toContainText('We could not reach the server.')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('sourdough-18h')
  await page.unroute('**/company/register')
  await start(page)
  await expect(page).toHaveURL(/\/welcome$/)
  forgive(complaints, /ERR_FAILED|failed:/)
})

test.describe('the sign-up form without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('is sent as a plain form and redirects to the welcome page', inFullRun(), async ({ page, complaints }) => {
    await page.goto('/pricing/try-for-free/spring_26-b?plan=2')
    await expect(page.getByLabel('Software Edition')).toHaveValue('2')
    await fillIn(page, 'without-script')
    const answer = page.waitForResponse('**/pricing/try-for-free/spring_26-b?plan=2')
    await start(page)
    expect((await answer).status()).toBe(303)
    await expect(page).toHaveURL(/\/welcome$/)
    // The preloaded code is unused without JavaScript.
    forgive(complaints, /failed: .*\/code\//)
  })

  test(
    'shows errors on a separate page, and Back keeps typed text except passwords',
    inFullRun(),
    async ({ page, complaints }) => {
      await page.goto('/pricing/try-for-free/spring_26-b')
      await fillIn(page, 'comes-back')
      await page.getByLabel('Software Edition').selectOption('Enterprise')
      await page.getByLabel('Phone').fill('12')
      await start(page)
      await expect(page.getByRole('listitem')).toHaveText('Phone: Phone must be a valid phone number.')
      await page.goBack()
      expect(page.url()).toMatch(/spring_26-b$/)
      for (const [label, text] of [
        ['Street Number', '418'],
        ['State', 'Oregon'],
        ['Software Edition', '4'],
      ] as const)
        await expect(page.getByLabel(label)).toHaveValue(text)
      forgive(complaints, /422|failed: .*\/code\//)
    },
  )
})

test('a message to the vendor shows thanks in place', inFullRun(), async ({ page }) => {
  await page.goto('/contact-us')
  await page.getByLabel('Name').fill('Ann Baker')
  await page.getByLabel('Email').fill('ann@bakery.example')
  await page.getByLabel('Message').fill('Sixty clients.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Thanks')).toBeVisible()
})
