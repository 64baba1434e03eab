import type { Page } from 'playwright'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { hold } from '#tests/helpers/hold.ts'
import { expect, test } from '#tests/helpers/journey.ts'
import { aCompanyAs } from '#tests/registration/a-company.ts'

test.use({ settings: { CAPTCHA: 'on' } })

/** A second on an idle machine, many more next to other tests. */
const SOLVE_MAX_MS = 90_000

/** The page's requests for the captcha: worker code and challenges. */
function captchaRequests(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    const what = /captcha-worker|\/api\/captcha/.exec(request.url())?.[0]
    if (what) seen.push(what)
  })
  return seen
}

async function fillIn(page: Page, username: string) {
  for (const [label, text] of Object.entries(aCompanyAs(username)))
    await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('checkbox').check()
}
const start = (page: Page) => page.getByRole('button', { name: 'Start my free trial' }).click()

test(
  'a company signs up while its browser solves the captcha, and the form says what it waits for',
  inFullRun(),
  async ({ page }) => {
    const go = await hold(page, '**/api/captcha')
    const requests = captchaRequests(page)
    await page.goto('/pricing/try-for-free')
    await expect(page.getByLabel('First Name')).toBeEditable()
    await page.waitForLoadState('networkidle')
    expect(requests).toEqual([])
    await fillIn(page, 'solves-it')
    await start(page)
    await expect(page.getByRole('status').filter({ hasText: 'Checking that you are not a robot…' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Starting your trial' })).toHaveAttribute('aria-busy', 'true')
    go()
    await expect(page).toHaveURL(/\/welcome$/, { timeout: SOLVE_MAX_MS })
    expect(requests.sort()).toEqual(['/api/captcha', 'captcha-worker'])
  },
)

test('a message to the vendor is sent with the captcha on', inFullRun(), async ({ page }) => {
  await page.goto('/contact-us')
  await page.getByLabel('Name').fill('Ann Baker')
  await page.getByLabel('Email').fill('ann@bakery.example')
  await page.getByLabel('Message').fill('Sixty clients.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Thanks')).toBeVisible({ timeout: SOLVE_MAX_MS })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'the sign-up page says that it needs JavaScript and where to write instead',
    inFullRun(),
    async ({ page, complaints }) => {
      await page.goto('/pricing/try-for-free')
      // Playwright finds no text in a noscript element; captcha.test.ts checks its text.
      await expect(page.locator('noscript').getByRole('link')).toBeVisible()
      // The preloaded code is unused without JavaScript.
      complaints.splice(0, complaints.length, ...complaints.filter((one) => !/failed: .*\/code\//.test(one)))
    },
  )
})
