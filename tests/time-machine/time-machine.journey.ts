import type { Locator } from 'playwright'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { logIn } from '#tests/helpers/dashboard.ts'
import { expect, test } from '#tests/helpers/journey.ts'

const POST = 'posts/trays-of-ours.md'
/** Newer than what other journeys wrote before, so that it is on the first page, and older than its commit. */
const date = new Date(Date.now() - 60_000).toISOString()
const post = (body: string) => `---
title: Trays of ours
summary: How many there are.
category: production
date: ${date}
---
${body}
`

/** The label of the option that contains a text. */
const optionOf = (dialog: Locator, text: string) => dialog.getByRole('option', { name: text }).innerText()

test.use({ bypassCSP: true })

test('the dashboard opens the site as of an old commit, which stays there from page to page', async ({
  page,
  site,
}) => {
  await site.commit(POST, post('We own forty trays.'), 'Count the trays')
  await site.commit(POST, post('We own fifty trays.'), 'Buy trays')
  await logIn(page)
  await page.getByRole('button', { name: 'Time machine' }).click()
  const dialog = page.getByRole('dialog', { name: 'Time machine' })
  await dialog.getByLabel('Moment').selectOption({ label: await optionOf(dialog, 'Count the trays') })
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
  await past.getByRole('link', { name: 'Trays of ours' }).first().click()
  await expect(past).toHaveURL(/\/time-machine\/[^/]+\/blog\/trays-of-ours$/)
  await expect(past.getByText('We own forty trays.')).toBeVisible()
  await past.emulateMedia({ colorScheme: 'dark' })
  await past.setViewportSize({ width: 320, height: 700 })
  expect(await past.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  const background = () => past.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await background()
  await past.emulateMedia({ colorScheme: 'light' })
  expect(await background()).not.toBe(dark)
  await banner.getByRole('link', { name: 'Back to now' }).click()
  await expect(past.getByText('We own fifty trays.')).toBeVisible()
  await past.close()
})
