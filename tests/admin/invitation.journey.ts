import type { Page } from 'playwright'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { logIn } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, forgive, test } from '#tests/helpers/journey.ts'

const eve = { name: 'Eve Miller', email: 'eve@baker.example', password: 'seven warm loaves by noon' }

async function fillIn(page: Page, link: string) {
  await page.goto(link)
  await expect(page.getByLabel('Email')).toHaveValue(eve.email)
  await page.getByLabel('Name').fill(eve.name)
  await page.getByLabel('Password', { exact: true }).fill(eve.password)
}
const accept = (page: Page) => page.getByRole('button', { name: 'Accept invitation' }).click()

async function isSound(page: Page) {
  expect(await seriousFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
}

test.describe('without the security policy, for axe', () => {
  test.use({ bypassCSP: true, viewport: { width: 320, height: 720 } })

  test(
    'an invitation is accepted once, also in the browser of the administrator who sent it',
    inFullRun(),
    async ({ page, complaints }) => {
      await logIn(page)
      await page.getByRole('link', { name: 'Account', exact: true }).click()
      await page.getByLabel('Email of a new person').fill(eve.email)
      await page.getByRole('button', { name: 'Invite' }).click()
      const link = await page.getByLabel(`Link for ${eve.email}`).inputValue()
      await isSound(page)

      await fillIn(page, link)
      await isSound(page)
      await accept(page)
      await expect(page.getByText('Your account is ready.')).toBeVisible()

      const rejected = page.waitForResponse('**/invitations/lookup')
      await page.goto(link)
      expect((await rejected).status()).toBe(422)
      await expect(page.getByText('This invitation is not valid')).toBeVisible()
      await expect(page.getByLabel('Name')).toBeHidden()
      await isSound(page)
      forgive(complaints, /422/)
    },
  )
})
