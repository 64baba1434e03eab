import type { Locator, Page } from 'playwright'
import { expect } from 'playwright/test'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { administrator } from './site.ts'

/** Sends the form of the login page, which is open. */
export async function submitPassword(page: Page, { email, password } = administrator): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Logs in with the form; `origin` is another site than the worker's. Resolves when the dashboard is shown. */
export async function logInWithForm(page: Page, origin = ''): Promise<void> {
  await page.goto(`${origin}/admin/login`)
  await submitPassword(page)
  await expect(dashboardHeading(page)).toBeVisible()
}

/** Gives the browser a new token, without a page on the way, and returns it; whatever the browser stored before is gone. */
export async function storeToken(page: Page, origin = '', { email, password } = administrator): Promise<string> {
  const response = await page.request.post(`${origin}${adminPaths.login}`, { data: { email, password } })
  const { token }: { token: string } = await response.json()
  const localStorage = [{ name: 'admin_token', value: token }]
  await page
    .context()
    .setStorageState({ cookies: [], origins: [{ origin: new URL(response.url()).origin, localStorage }] })
  return token
}

/** The same, and opens the dashboard. Resolves when it is shown. Journeys that begin on another page use `storeToken`. */
export async function logIn(page: Page, origin = '', who = administrator): Promise<void> {
  await storeToken(page, origin, who)
  await page.goto(`${origin}${pagePaths.adminBlog}`)
  await expect(dashboardHeading(page)).toBeVisible()
}

/** Resolves when the login is shown. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
}

/** Resolves when the site has read the file of a post that a test wrote. */
export const postIsRead = (page: Page, id: string, token: string) =>
  expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${token}` }
      return (await page.request.get(`${apiPaths.post(id)}?state=all`, { headers })).status()
    })
    .toBe(200)

export const dashboardHeading = (page: Page) => page.getByRole('heading', { name: 'Blog Management Dashboard' })

/** Presses a button that asks for confirmation, and confirms. Resolves when the dialog is closed, because it blocks keys. */
export async function confirmDeletion(page: Page, button: Locator): Promise<void> {
  await button.click()
  const question = page.getByRole('dialog', { name: /^Delete this/ })
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(question).toBeHidden()
}
