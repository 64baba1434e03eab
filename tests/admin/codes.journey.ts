import { TOTP } from 'otpauth'
import type { Page } from 'playwright/test'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { administrator, expect, forgive, test } from '#tests/helpers/journey.ts'

async function logIn(page: Page): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

test.describe('without the security policy, for axe', () => {
  test.use({ bypassCSP: true, viewport: { width: 320, height: 720 } })

  test(
    'an authenticator app is set up in the dashboard, asked for at the login, and turned off',
    inFullRun(),
    async ({ page, complaints }) => {
      const isSound = async () => {
        expect(await seriousFaults(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      }
      await logIn(page)
      await expect(page.getByRole('heading', { name: 'Blog Management Dashboard' })).toBeVisible()
      await page.goto('/admin/account')
      const panel = page.getByRole('region', { name: 'Authenticator app' })
      await panel.getByRole('button', { name: 'Set up an authenticator app' }).click()
      await expect(panel.getByRole('heading', { name: 'Add this site to your authenticator app' })).toBeFocused()
      await isSound()

      const secret = (await panel.locator('code').innerText()).replaceAll(' ', '')
      const app = new TOTP({ secret })
      await panel.getByRole('textbox', { name: 'Code' }).fill(app.generate())
      await page.keyboard.press('Enter')
      const codes = panel.getByRole('list', { name: 'Your recovery codes' })
      await expect(codes.getByRole('listitem')).toHaveCount(10)
      await isSound()
      const download = page.waitForEvent('download')
      await panel.getByRole('button', { name: 'Download' }).click()
      expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
      const recovery = await codes.getByRole('listitem').first().innerText()
      await panel.getByRole('button', { name: 'Done' }).click()
      await expect(panel).toContainText('10 recovery codes are left.')

      await page.evaluate(() => localStorage.removeItem('admin_token'))
      await logIn(page)
      await page.getByLabel('Code').fill(recovery)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Blog Management Dashboard' })).toBeVisible()
      forgive(complaints, /422/)

      await page.goto('/admin/account')
      await expect(panel).toContainText('9 recovery codes are left.')
      await isSound()
      await panel.getByRole('button', { name: 'Turn off the authenticator app' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
      await expect(panel.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
      await isSound()
    },
  )
})
