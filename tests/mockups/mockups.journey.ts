import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, hydrated, test } from '#tests/helpers/journey.ts'

const board = /^Production schedule/

test('hydration keeps the mockups in place', inFullRun(), async ({ page }) => {
  const picture = page.getByRole('img', { name: board })
  await page.goto('/bakery-erp', { waitUntil: 'domcontentloaded' })
  const rendered = await picture.elementHandle()
  await hydrated(page)
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(await picture.evaluate((now, before) => now === before, rendered)).toBe(true)
  await expect(picture).toContainText('Sourdough')
})

test('mockups are rendered without JavaScript', inFullRun(), async ({ browser, baseURL }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  await page.goto('/bakery-erp')
  await expect(page.getByRole('img', { name: board })).toBeVisible()
  await page.close()
})
