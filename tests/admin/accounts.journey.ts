import type { Page } from 'playwright'
import { dashboardHeading, logIn, logOut, submitPassword } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, test } from '#tests/helpers/journey.ts'
import { startSiteInGit } from '#tests/helpers/site-in-git.ts'
import { addAuthenticator, addPasskey, logInWithPasskey, onLocalhost } from '#tests/helpers/virtual-authenticator.ts'

const ann = { name: 'Ann Baker', email: 'ann@baker.example', password: 'a fresh rye loaf at six' }

const openAccount = (page: Page) => page.getByRole('link', { name: 'Account', exact: true }).click()

async function invite(page: Page): Promise<string> {
  await openAccount(page)
  await page.getByLabel('Email of a new person').fill(ann.email)
  await page.getByRole('button', { name: 'Invite' }).click()
  return page.getByLabel(`Link for ${ann.email}`).inputValue()
}

async function accept(page: Page, link: string) {
  await page.goto(link)
  await page.getByLabel('Name').fill(ann.name)
  // The token has left the address bar.
  await expect(page).toHaveURL(/\/admin\/invite$/)
  await page.getByLabel('Password', { exact: true }).fill(ann.password)
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page.getByText('Your account is ready.')).toBeVisible()
}

/** From the first login, with the password, to the second one, with a passkey. */
async function changeToPasskey(page: Page) {
  await submitPassword(page, ann)
  await expect(dashboardHeading(page)).toBeVisible()
  await openAccount(page)
  await addPasskey(page, 'Phone')
  await logOut(page)
  await logInWithPasskey(page)
  await expect(dashboardHeading(page)).toBeVisible()
}

async function startPost(page: Page, title: string, content: string) {
  await page.getByRole('button', { name: 'Create Post' }).click()
  const editor = page.getByRole('dialog', { name: 'Create Blog Post' })
  await editor.getByLabel('Title').fill(title)
  await editor.getByLabel('Content (HTML)').fill(content)
  return editor
}

async function publish(page: Page, title: string) {
  const editor = await startPost(page, title, '<p>Rye, then wheat.</p>')
  await editor.getByLabel('Summary (HTML)').fill('<p>What is baked at six.</p>')
  await editor.getByLabel('Category').selectOption({ index: 1 })
  await editor.getByRole('button', { name: 'Create Post' }).click()
  await expect(editor).toBeHidden()
}

/** The only other session of the person whose dashboard the page shows. */
async function endOtherSession(page: Page) {
  await openAccount(page)
  await page.getByRole('button', { name: /^End the session of/ }).click()
  await expect(page.getByText(/^The session of .* is ended$/).first()).toBeVisible()
}

test(
  'an invited person with a passkey publishes under their own name, and keeps the text when the session is ended elsewhere',
  inFullRun(),
  async ({ page, browser }) => {
    const site = await startSiteInGit()
    const home = onLocalhost(site.url)
    const context = await browser.newContext()
    try {
      await logIn(page, home)
      const link = await invite(page)

      const hers = await context.newPage()
      await addAuthenticator(hers)
      await accept(hers, link)
      await changeToPasskey(hers)
      await publish(hers, 'What we bake at six')
      await expect.poll(() => site.git('log', '-1', '--format=%an <%ae>')).toBe(`${ann.name} <${ann.email}>`)
      await page.goto(`${home}/blog/what-we-bake-at-six`)
      await expect(page.getByRole('heading', { level: 1, name: 'What we bake at six' })).toBeVisible()
      await expect(page.getByText(ann.name).first()).toBeVisible()
      await expect(page.getByText(ann.email)).toHaveCount(0)

      await startPost(hers, 'Half a title', '<p>Half a text</p>')
      await logIn(page, home, ann)
      await endOtherSession(page)
      // Else it is noticed after 45 seconds.
      await hers.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(hers.getByText('Your session has ended.')).toBeVisible()
      await hers.getByRole('link', { name: 'Log in again' }).click()
      await logInWithPasskey(hers)
      await hers.getByRole('button', { name: 'Create Post' }).click()
      await hers.getByRole('button', { name: 'Restore' }).click()
      await expect(hers.getByLabel('Title')).toHaveValue('Half a title')
      await expect(hers.getByLabel('Content (HTML)')).toHaveValue('<p>Half a text</p>')
    } finally {
      await context.close()
      await site.close()
    }
  },
)
