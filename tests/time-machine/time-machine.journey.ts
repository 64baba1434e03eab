import { writeFile } from 'node:fs/promises'
import type { Locator } from 'playwright'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { logIn } from '#tests/helpers/dashboard.ts'
import { expect, test } from '#tests/helpers/journey.ts'
import { startSiteInGit } from '#tests/helpers/site-in-git.ts'

const post = (body: string) => `---
title: Racks of ours
summary: How many there are.
category: production
date: 2026-01-02
---
${body}
`

/** The label of the option that contains a text. */
const optionOf = (dialog: Locator, text: string) => dialog.getByRole('option', { name: text }).innerText()

test.use({ bypassCSP: true })

test('the dashboard opens the site as of an old commit, which stays there from page to page', async ({ page }) => {
  const site = await startSiteInGit({ 'posts/racks-of-ours.md': post('We own forty racks.') }, 'Count the racks')
  try {
    await writeFile(`${site.content}/posts/racks-of-ours.md`, post('We own fifty racks.'))
    site.git('commit', '-qam', 'Buy racks')
    await logIn(page, site.url)
    await page.getByRole('button', { name: 'Time machine' }).click()
    const dialog = page.getByRole('dialog', { name: 'Time machine' })
    await dialog.getByLabel('Moment').selectOption({ label: await optionOf(dialog, 'Count the racks') })
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = dialog.getByRole('link', { name: /^Open the site as of/ })
    await expect(link).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])

    const popup = page.waitForEvent('popup')
    await link.click()
    const past = await popup
    const banner = past.getByRole('complementary', { name: 'Time machine' })
    await expect(banner).toBeVisible()
    await past.getByRole('link', { name: 'Blog' }).first().click()
    await past.getByRole('link', { name: 'Racks of ours' }).first().click()
    await expect(past).toHaveURL(/\/time-machine\/[^/]+\/blog\/racks-of-ours$/)
    await expect(past.getByText('We own forty racks.')).toBeVisible()
    await past.emulateMedia({ colorScheme: 'dark' })
    await past.setViewportSize({ width: 320, height: 700 })
    expect(await past.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    const background = () => past.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const dark = await background()
    await past.emulateMedia({ colorScheme: 'light' })
    expect(await background()).not.toBe(dark)
    await banner.getByRole('link', { name: 'Back to now' }).click()
    await expect(past.getByText('We own fifty racks.')).toBeVisible()
    await past.close()
  } finally {
    await page.goto('about:blank')
    await site.close()
  }
})
