import type { Locator, Page } from 'playwright'
import { expect } from 'playwright/test'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
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

/** Opens the dashboard with a new token; whatever the browser stored before is gone. Resolves when the dashboard is shown. */
export async function logIn(page: Page, origin = '', { email, password } = administrator): Promise<void> {
  const response = await page.request.post(`${origin}${adminPaths.login}`, { data: { email, password } })
  const localStorage = [{ name: 'admin_token', value: (await response.json()).token }]
  await page
    .context()
    .setStorageState({ cookies: [], origins: [{ origin: new URL(response.url()).origin, localStorage }] })
  await page.goto(`${origin}${pagePaths.adminBlog}`)
  await expect(dashboardHeading(page)).toBeVisible()
}

/** Resolves when the login is shown. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
}

export const dashboardHeading = (page: Page) => page.getByRole('heading', { name: 'Blog Management Dashboard' })

/** Presses a button that asks for confirmation, and confirms. Resolves when the dialog is closed, because it blocks keys. */
export async function confirmDeletion(page: Page, button: Locator): Promise<void> {
  await button.click()
  const question = page.getByRole('dialog', { name: /^Delete this/ })
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(question).toBeHidden()
}
