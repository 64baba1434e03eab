import type { Page } from 'playwright'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { dashboardHeading, logInWithForm, logOut, submitPassword } from '#tests/helpers/dashboard.ts'
import { expect, forgive, test } from '#tests/helpers/journey.ts'
import { addAuthenticator, addPasskey, logInWithPasskey, onLocalhost } from '#tests/helpers/virtual-authenticator.ts'

test.use({ baseURL: async ({ site }, use) => use(onLocalhost(site.url)), bypassCSP: true })
test.use({ viewport: { width: 320, height: 720 } })

async function chooseMethod(page: Page, label: string) {
  await page.getByRole('radio', { name: label }).check()
  await page.getByRole('button', { name: 'Save login method' }).click()
  await expect(page.getByText('Login method saved').first()).toBeVisible()
}

test('a passkey is added, logs in, and can replace the password', async ({ page, complaints }) => {
  await addAuthenticator(page)
  await logInWithForm(page)

  await page.goto('/admin/account')
  await addPasskey(page, 'Laptop')
  expect(await seriousFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  await chooseMethod(page, 'Passkey only')
  await logOut(page)
  await submitPassword(page)
  await expect(page.getByText('Invalid credentials')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await logInWithPasskey(page)
  await expect(dashboardHeading(page)).toBeVisible()

  // Other journeys log in to the same site.
  await page.goto('/admin/account')
  await chooseMethod(page, 'Password or passkey')
  await page.getByRole('button', { name: 'Remove Laptop' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Laptop is removed').first()).toBeVisible()
  forgive(complaints, /422/)
})
