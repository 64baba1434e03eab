import type { Page, Route } from 'playwright'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, forgive, hydrated, test } from '#tests/helpers/journey.ts'
import { aCompanyAs } from '#tests/registration/a-company.ts'

const typed = { Name: 'Ann Baker', Email: 'ann@bakery.example', Message: 'Sixty clients.' }
const NETWORK = /ERR_FAILED|failed: |Failed to fetch/
const CONTACT_CODE = '**/code/contact-*.js'
const ALL_CODE = '**/code/*.js'

/** Requests of this address wait until `fail` is called, and fail from then on. */
async function stall(page: Page, address: string) {
  const waiting: Route[] = []
  let hasFailed = false
  await page.route(address, (route) => (hasFailed ? route.abort() : void waiting.push(route)))
  return {
    asked: () => waiting.length > 0,
    async fail() {
      hasFailed = true
      for (const route of waiting) await route.abort()
    },
  }
}

async function fillIn(page: Page) {
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text)
}

const send = (page: Page) => page.getByRole('button', { name: 'Send message' }).click({ noWaitAfter: true })

async function expectSent(page: Page) {
  await expect(page).toHaveURL(/\/contact-us#sent$/)
  await expect(page.getByRole('heading', { name: 'Thanks' })).toBeVisible()
}

for (const [what, address] of [
  ['the code of its page', CONTACT_CODE],
  ['the code of the app', ALL_CODE],
] as const) {
  test(
    `a contact form that was sent early is sent by the browser when ${what} fails to load`,
    inFullRun(address === ALL_CODE),
    async ({ page, complaints }) => {
      const code = await stall(page, address)
      await page.goto('/contact-us')
      await fillIn(page)
      await send(page)
      await expect.poll(code.asked).toBe(true)
      await expect(page).toHaveURL(/\/contact-us$/)
      await code.fail()
      await expectSent(page)
      forgive(complaints, NETWORK)
    },
  )

  test(
    `a contact form is sent by the browser after ${what} failed to load`,
    inFullRun(),
    async ({ page, complaints }) => {
      const code = await stall(page, address)
      await page.goto('/contact-us')
      await fillIn(page)
      await expect.poll(code.asked).toBe(true)
      await code.fail()
      await expect.poll(() => complaints.length).toBeGreaterThan(0)
      // The typed text is still there: the page was not reloaded.
      await expect(page.getByLabel('Name')).toHaveValue('Ann Baker')
      await send(page)
      await expectSent(page)
      forgive(complaints, NETWORK)
    },
  )

  test(
    `a contact form that was sent early is sent by the browser when ${what} never comes`,
    inFullRun(),
    async ({ page }) => {
      await page.clock.install()
      const code = await stall(page, address)
      await page.goto('/contact-us')
      await fillIn(page)
      await send(page)
      await expect.poll(code.asked).toBe(true)
      await page.clock.fastForward(20_000)
      await expectSent(page)
    },
  )
}

test('a page whose code fails to load before anything is typed is reloaded once, and its form still works', async ({
  page,
  complaints,
}) => {
  let loads = 0
  page.on('load', () => loads++)
  await page.route(CONTACT_CODE, (route) => route.abort())
  await page.goto('/contact-us')
  await expect.poll(() => loads).toBe(2)
  await expect.poll(() => complaints.filter((one) => one.startsWith('failed: ')).length).toBeGreaterThan(1)
  await fillIn(page)
  await send(page)
  await expectSent(page)
  forgive(complaints, NETWORK)
})

test('the search form asks the server where no code loads', inFullRun(), async ({ page, complaints }) => {
  await page.route(ALL_CODE, (route) => route.abort())
  await page.goto('/blog')
  await page.getByLabel('Search posts').fill('milk')
  await page.getByLabel('Search posts').press('Enter')
  await expect(page).toHaveURL(/\/blog\?q=milk$/)
  await expect(page.getByRole('heading', { name: 'Search results' })).toBeVisible()
  forgive(complaints, NETWORK)
})

test(
  'a search whose posts cannot be loaded shows that instead of other posts, until they come',
  inFullRun(),
  async ({ page, complaints }) => {
    await page.goto('/blog')
    await hydrated(page)
    const cards = page.getByRole('link', { name: /Read More/ })
    await expect(cards.first()).toBeVisible()
    await page.route('**/api/blog-posts?*', (route) => route.abort())
    const field = page.getByLabel('Search posts')
    await field.fill('milk')
    await expect(page.getByRole('alert')).toHaveText('Loading failed. Trying again…')
    await expect(page).toHaveURL(/\/blog\?q=milk$/)
    await expect(field).toBeFocused()
    await expect(cards).toHaveCount(0)
    await expect(page.getByText(/^\d+ posts?$/)).toHaveCount(0)
    await page.unroute('**/api/blog-posts?*')
    await expect(page.getByRole('heading', { name: 'Search results' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('milk')
    forgive(complaints, NETWORK)
  },
)

test(
  'a sign-up that was sent early is sent by the browser when the code of its page fails to load',
  inFullRun(),
  async ({ page, complaints }) => {
    const code = await stall(page, '**/code/registration-*.js')
    await page.goto('/pricing/try-for-free/0123456789abcdef0123456789abcdef?plan=2')
    for (const [label, text] of Object.entries(aCompanyAs('code-fails')))
      await page.getByLabel(label, { exact: true }).pressSequentially(text)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Start my free trial' }).click({ noWaitAfter: true })
    await expect.poll(code.asked).toBe(true)
    await code.fail()
    await expect(page).toHaveURL(/\/welcome$/)
    forgive(complaints, NETWORK)
  },
)
