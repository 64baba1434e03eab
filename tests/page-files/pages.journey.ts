import type { Page } from 'playwright'
import { adminPaths } from '#contract/admin-paths.ts'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { storeToken } from '#tests/helpers/dashboard.ts'
import { expect, forgive, test } from '#tests/helpers/journey.ts'

/** Moves the focus with the Tab key until it is on the control with this name. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document
      const label = activeElement instanceof HTMLInputElement ? activeElement.labels?.[0]?.textContent : undefined
      return (label ?? activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '').trim()
    })
  await expect(async () => {
    await page.keyboard.press(key)
    expect(await focused()).toBe(name)
  }).toPass({ intervals: [0] })
}

test.use({ bypassCSP: true })

test('a fact of the site is changed, previewed, saved, undone and looked up, with the keyboard alone and on a phone', async ({
  page,
  site,
  complaints,
}) => {
  const live = async () => (await fetch(`${site.url}/contact-us`)).text()
  const before = await live()
  await storeToken(page)
  await page.goto(adminPaths.pagesPage)
  await expect(page.getByRole('link', { name: 'Prices', exact: true })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await tabTo(page, 'Contact, hours and company')
  await page.keyboard.press('Enter')
  const phone = page.getByRole('textbox', { name: 'Phone' })
  await expect(phone).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  // A wrong value is not stored, and its field has the focus.
  await tabTo(page, 'Phone')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('alert')).toContainText('Nothing was saved')
  await expect(phone).toBeFocused()
  await expect(phone).toHaveAccessibleDescription(/This is required\./)
  forgive(complaints, /422/)

  await page.keyboard.type('(555) 010-7777')
  await tabTo(page, 'Preview', 'Shift+Tab')
  await page.keyboard.press('Enter')
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.frameLocator('iframe').getByText('(555) 010-7777').first()).toBeVisible()
  expect(await live()).not.toContain('(555) 010-7777')
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()

  await page.keyboard.press('Control+s')
  await expect(page.getByRole('alert')).toContainText('Saved. The change is live.')
  expect(await live()).toContain('(555) 010-7777')
  await tabTo(page, 'Undo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Undone.')
  expect(await live()).toBe(before)

  // On a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: /History of/ })
  await expect(history.locator('del').filter({ hasText: '7777' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await history.getByRole('button', { name: 'Use the values of this version' }).click()
  await expect(page.getByRole('alert')).toContainText('Save to make them live.')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await seriousFaults(page)).toEqual([])
})
