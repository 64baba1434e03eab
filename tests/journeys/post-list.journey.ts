import type { Page } from 'playwright'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { logIn } from '#tests/helpers/dashboard.ts'
import { expect, test } from '#tests/helpers/journey.ts'

/** So that axe can be injected into the page. */
test.use({ bypassCSP: true })

const topOfList = async (page: Page) =>
  (await page.getByRole('region', { name: 'List of posts' }).boundingBox())?.y ?? Number.POSITIVE_INFINITY

test('the list of posts begins within 320 pixels, and on a phone within the first screen', async ({ page }) => {
  await logIn(page)
  await page.goto('/admin/blog')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(await topOfList(page)).toBeLessThan(320)
  expect(await seriousFaults(page)).toEqual([])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/list-1440.png` })
  await page.getByRole('button', { name: 'More filters' }).click()
  await expect(page.getByLabel('Tag', { exact: true })).toBeVisible()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/list-more-1440.png` })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(await topOfList(page)).toBeLessThan(844 - 62)
  expect(await seriousFaults(page)).toEqual([])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/list-390.png` })
})

test('a post is duplicated from the list, and its copy from the writing page', async ({ page }) => {
  await logIn(page)
  await page.goto('/admin/blog?sort=title&order=asc')
  const first = page.getByRole('row').nth(1)
  const title = (await first.getByRole('link').first().textContent()) ?? ''
  await page
    .getByRole('button', { name: `Duplicate ${title}` })
    .first()
    .click()
  await expect(page.getByText(/was duplicated as the draft/)).toBeVisible()
  await page.getByRole('row').filter({ hasText: 'Draft' }).getByRole('link', { name: title, exact: true }).click()
  const links = page.getByRole('navigation', { name: 'This post' })
  await expect(links.getByRole('button', { name: 'Copy preview link' })).toBeVisible()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/writing-1440.png` })
  await links.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByText('This is the copy.')).toBeVisible()
  await links.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/admin\/blog$/)
})
