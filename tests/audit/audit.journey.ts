import { seriousFaults } from '#tests/helpers/axe.ts'
import { logIn } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, test } from '#tests/helpers/journey.ts'

test('a change of a post is in the audit log, where it is found with filters', inFullRun(), async ({ page }) => {
  await logIn(page)
  await page.getByRole('button', { name: /Edit/ }).first().click()
  const edit = page.getByRole('dialog', { name: 'Edit Blog Post' })
  const title = edit.getByLabel('Title', { exact: true })
  await title.fill(`${await title.inputValue()} today`)
  await edit.getByRole('button', { name: 'Update Post' }).click()
  await expect(edit).toBeHidden()

  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeFocused()
  const newest = page.locator('tbody tr').first()
  await expect(newest).toContainText('Post changed')
  await expect(newest).toContainText('Administrator')
  await expect(newest).toContainText('127.0.0.0/24')

  await page.getByLabel('Event', { exact: true }).selectOption('All logins')
  await expect(page.getByRole('row').filter({ hasText: 'Post changed' })).toHaveCount(0)
  await expect(newest).toContainText('Logged in')
  await page.reload()
  await expect(page.getByLabel('Event', { exact: true })).toHaveValue('login.')
  await page.getByLabel('Person', { exact: true }).selectOption('The shell')
  await expect(page.getByText('No events match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(newest).toContainText('Post changed')
  await newest.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(' today')
})

test.describe('the audit log', () => {
  test.use({ bypassCSP: true })
  for (const colorScheme of ['light', 'dark'] as const)
    test(`has no serious accessibility violation, ${colorScheme}`, inFullRun(), async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await logIn(page)
      await page.getByRole('link', { name: 'Audit log' }).click()
      await expect(page.locator('tbody tr').first()).toBeVisible()
      expect(await seriousFaults(page)).toEqual([])
      await page.setViewportSize({ width: 320, height: 700 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    })
})
