import type { Page } from 'playwright'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { logIn } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, forgive, hydrated, test } from '#tests/helpers/journey.ts'

// For axe only.
test.use({ bypassCSP: true })

/** A render error is reported once; other problems still fail the journey. */
function expectOneReport(complaints: string[], expected: RegExp) {
  expect(complaints.filter((one) => expected.test(one))).toHaveLength(1)
  forgive(complaints, expected)
}

const NULL_ACCESS = /Cannot read properties of|is not iterable|is not a function|Cannot destructure property/
const OBJECT_AS_CHILD = /invariant=31|errors\/31|Objects are not valid/

/** Answers post requests with a shape that no page can render. */
const breakPosts = (page: Page) =>
  page.route('**/api/blog-posts/*', (route) =>
    route.fulfill({ json: { id: new URL(route.request().url()).pathname.split('/').at(-1), title: 'Broken' } }),
  )

async function expectErrorPage(page: Page) {
  const alert = page.getByRole('alert')
  await expect(alert.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeFocused()
  await expect(alert).toContainText('This page could not be shown.')
  await expect(page).toHaveTitle('Something went wrong')
}

/** Puts other data into the document, as a defect of the server would. */
const tamper = (page: Page, path: string, change: (html: string) => string) =>
  page.route(path, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: change(await response.text()) })
  })

const tamperJson = (id: string, change: (data: Record<string, unknown>) => unknown) => (html: string) => {
  const [whole = '', open = '', json = ''] =
    new RegExp(`(<script type="application/json" id="${id}">)(.*?)</script>`).exec(html) ?? []
  return html.replace(whole, () => `${open}${JSON.stringify(change(JSON.parse(json)))}</script>`)
}

/** Opens a post with invalid data from the list of posts. */
async function openBrokenPost(page: Page) {
  await page.goto('/blog')
  await hydrated(page)
  await breakPosts(page)
  await page
    .getByRole('link', { name: /Read More/ })
    .first()
    .click()
  await expectErrorPage(page)
}

test(
  'a page that fails to render after a navigation shows an error page inside the frame, and the next navigation leaves it',
  inFullRun(),
  async ({ page, complaints }) => {
    await openBrokenPost(page)
    await expect(page).toHaveURL(/\/blog\/./)
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    expectOneReport(complaints, NULL_ACCESS)

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact Us' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Tell us how your week works' })).toBeFocused()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page).toHaveTitle(/^Contact Us/)

    // The broken page is not cached: when the server recovers, Back shows the post.
    await page.unroute('**/api/blog-posts/*')
    await page.goBack()
    await expect(page.getByRole('link', { name: 'Back to All Posts' })).toBeVisible()
  },
)

test('the button of the error page reloads the page', inFullRun(), async ({ page, complaints }) => {
  await openBrokenPost(page)
  await page.getByRole('button', { name: 'Reload page' }).click()
  // The document comes from the server, whose data are well.
  await expect(page.getByRole('link', { name: 'Back to All Posts' })).toBeVisible()
  expectOneReport(complaints, NULL_ACCESS)
})

test(
  'the link of the error page leads home without loading another document',
  inFullRun(),
  async ({ page, complaints }) => {
    await openBrokenPost(page)
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
    expectOneReport(complaints, NULL_ACCESS)
  },
)

test('a page with invalid data shows the error page when it is hydrated', inFullRun(), async ({ page, complaints }) => {
  await tamper(
    page,
    '**/pricing',
    tamperJson('page-data', () => null),
  )
  await page.goto('/pricing')
  await expectErrorPage(page)
  await expect(page.getByRole('banner')).toBeVisible()
  expectOneReport(complaints, NULL_ACCESS)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Learn More' }).click()
  await expect(page).toHaveTitle(/^How you get from spreadsheets/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('an error in the frame itself still leaves a readable page', inFullRun(), async ({ page, complaints }) => {
  await tamper(
    page,
    '**/blog',
    tamperJson('site-facts', (facts) => ({ ...facts, name: { broken: true } })),
  )
  await page.goto('/blog')
  await expectErrorPage(page)
  expectOneReport(complaints, OBJECT_AS_CHILD)
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page.getByRole('banner')).toBeVisible()
})

test(
  'data that are not JSON leave the page as the server rendered it, with working links',
  inFullRun(),
  async ({ page, complaints }) => {
    await tamper(page, '**/pricing', (html) => html.replace('id="page-data">', 'id="page-data">{'))
    await page.goto('/pricing')
    await expect.poll(() => complaints.length).toBe(1)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact Us' }).click()
    await expect(page).toHaveURL(/contact-us$/)
    forgive(complaints, /JSON/)
  },
)

test('an error in the dashboard keeps the unsaved text', async ({ page, complaints }) => {
  await logIn(page)
  await page.getByRole('button', { name: 'Create Post' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('A post that must not be lost')
  await page.route('**/api/content-state', (route) => route.fulfill({ json: { git: 'ok' } }))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expectErrorPage(page)
  expectOneReport(complaints, NULL_ACCESS)
  await page.unroute('**/api/content-state')
  await page.getByRole('button', { name: 'Reload page' }).click()
  await page.getByRole('button', { name: 'Create Post' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('A post that must not be lost')
})
