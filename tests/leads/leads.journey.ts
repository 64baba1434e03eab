import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { adminPaths } from '#contract/admin-paths.ts'
import type { LeadList } from '#contract/leads.ts'
import { logIn, storeToken } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { administrator, expect, forgive, test as journey } from '#tests/helpers/journey.ts'
import type { Site } from '#tests/helpers/site.ts'
import { aRegistration } from '#tests/registration/a-registration.ts'

/** Each journey starts on a site without leads. */
const test = journey.extend<{ own: Site }>({
  own: async ({ site, request }, use) => {
    const login = await request.post(adminPaths.login, { data: administrator })
    const headers = { authorization: `Bearer ${(await login.json()).token}` }
    const { leads }: LeadList = await (await request.get(adminPaths.leads, { headers })).json()
    for (const { id } of leads) await request.delete(adminPaths.lead(id), { headers })
    await use(site)
  },
})

const send = async ({ url }: Site, path: string, payload: object) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(payload) })
  expect(answer.ok).toBe(true)
}

/** Rosa signs up faster than people do; then Tom sends a message. */
async function twoComeIn(site: Site) {
  const rosa = aRegistration({ firstName: 'Rosa', lastName: 'Delgado', company: '=Delgado Bread', plan: 3 })
  await send(site, '/company/register', { ...rosa, filledInMs: 900 })
  const tom = { name: 'Tom Fox', company: 'Fox Milk', email: 'tom@fox.example', phone: '', filledInMs: 60_000 }
  await send(site, '/api/contact-messages', { ...tom, message: 'Forty shops.\n\nCan you help?' })
}

const line = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const lead = (page: Page, name: string) => page.getByRole('dialog', { name })

test('two leads come in and are counted, found, read, answered and exported', async ({ page, own }) => {
  await twoComeIn(own)
  await logIn(page)
  await page.getByRole('link', { name: 'Leads, 2 unread' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeFocused()
  await expect(page.getByText('2 leads')).toBeVisible()
  await expect(line(page, 'Rosa Delgado')).toContainText('Filled in very fast')
  await expect(line(page, 'Rosa Delgado')).toContainText('Business')

  await page.getByLabel('Kind').selectOption('Messages')
  await expect(line(page, 'Rosa Delgado')).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Kind')).toHaveValue('message')
  await expect(page.getByText('1 lead', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Tom Fox' }).click()
  await expect(lead(page, 'Tom Fox').getByText('Can you help?')).toHaveText('Forty shops.\n\nCan you help?')
  await expect(page.getByRole('link', { name: 'tom@fox.example' })).toHaveAttribute('href', 'mailto:tom@fox.example')
  await lead(page, 'Tom Fox').getByRole('button', { name: 'Trial started' }).click()
  await expect(page.getByText('Saved: Trial started')).toBeVisible()
  await page.goBack()
  await expect(lead(page, 'Tom Fox')).toBeHidden()
  await expect(page.getByLabel('Kind')).toHaveValue('message')

  await page.reload()
  await expect(line(page, 'Tom Fox')).toContainText('Trial started')
  await expect(page.getByRole('link', { name: 'Leads, 1 unread' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByText('2 leads')).toBeVisible()

  await page.getByLabel('Search').fill('delgado')
  await expect(line(page, 'Tom Fox')).toHaveCount(0)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/)
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toContain("'=Delgado Bread")
  expect(csv).not.toContain('Tom')
  expect(page.url()).not.toContain('delgado')
})

test('a lead is erased on request from the list and from disk', inFullRun(), async ({ page, own }) => {
  await twoComeIn(own)
  await storeToken(page)
  await page.goto('/admin/leads')
  await page.getByRole('link', { name: 'Rosa Delgado' }).click()
  await page.getByRole('button', { name: 'Erase this lead' }).click()
  await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused()
  await page.getByRole('button', { name: 'Erase personal data' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'List of leads' })).toBeFocused()
  await expect(line(page, 'Rosa Delgado')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('1 lead', { exact: true })).toBeVisible()
  await expect(line(page, 'Rosa Delgado')).toHaveCount(0)
  expect(await readFile(join(own.storage, 'private', 'registrations.jsonl'), 'utf8')).not.toContain('Delgado')
})

test('the leads pages work with the keyboard alone', inFullRun(), async ({ page, own }) => {
  await twoComeIn(own)
  await logIn(page)
  /** Tabs past every button of the dashboard if necessary. */
  const tabTo = async (goal: Locator) => {
    for (let presses = 0; presses < 150; presses++) {
      if (await goal.evaluate((one) => one === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not lead to ${goal}`)
  }
  await tabTo(page.getByRole('link', { name: 'Leads, 2 unread' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 leads')).toBeVisible()
  await tabTo(page.getByRole('link', { name: 'Tom Fox' }))
  await page.keyboard.press('Enter')
  await tabTo(lead(page, 'Tom Fox').getByRole('button', { name: 'Contacted' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved: Contacted')).toBeVisible()
  await tabTo(page.getByRole('button', { name: 'Next' }))
  await page.keyboard.press('Enter')
  await expect(lead(page, 'Rosa Delgado')).toContainText('2 of 2')
  await expect(page.getByRole('button', { name: 'Next' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Tom Fox' })).toBeFocused()
  await expect(line(page, 'Tom Fox')).toContainText('Contacted')
  await expect(page).toHaveURL(/\/admin\/leads$/)
})

test(
  'on a phone a line is a card, nothing scrolls sideways, and Back closes a lead',
  inFullRun(),
  async ({ page, own }) => {
    await twoComeIn(own)
    await page.setViewportSize({ width: 390, height: 700 })
    await logIn(page)
    await page.getByRole('link', { name: 'Leads, 2 unread' }).click()
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Warnings').selectOption('With a warning')
    await expect(page.getByRole('row')).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
    await page.getByRole('link', { name: 'Rosa Delgado' }).scrollIntoViewIfNeeded()
    const position = await page.evaluate(() => window.scrollY)
    expect(position).toBeGreaterThan(0)
    await page.getByRole('link', { name: 'Rosa Delgado' }).click()
    await expect(lead(page, 'Rosa Delgado')).toContainText('This may come from a program')
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await page.evaluate(() => window.scrollY)).toBe(position)
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  },
)

test(
  'opens the login without a token, and the home page with an expired one',
  inFullRun(),
  async ({ page, complaints }) => {
    await page.goto('/admin/leads')
    await expect(page).toHaveURL(/\/admin\/login$/)
    // Not while the login is pending: it would find the token and continue.
    await page.goto('/')
    await page.evaluate(() => localStorage.setItem('admin_token', 'a.b.c'))
    // The app opens the home page before this page is loaded, which aborts the navigation.
    await page.goto('/admin/leads', { waitUntil: 'commit' })
    await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/$/)
    forgive(complaints, /401/)
  },
)
