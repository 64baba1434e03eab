import type { Page } from 'playwright'
import { accessibilityFaults } from '#tests/helpers/axe.ts'
import { storeToken } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, test } from '#tests/helpers/journey.ts'

/** So that axe can be injected into the page. */
test.use({ bypassCSP: true })

const field = (page: Page, role: 'combobox' | 'textbox', name: string) => page.getByRole(role, { name, exact: true })
/** Whether nothing is wider than the window. */
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

async function isSound(page: Page) {
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await fits(page)).toBe(true)
}

/** A draft with a new category and a new tag, which its save creates. */
async function write(page: Page) {
  await page.goto('/admin/blog/new')
  await expect(field(page, 'textbox', 'Title')).toBeFocused()
  await page.keyboard.type('Baking at night')
  await field(page, 'combobox', 'Category').focus()
  await page.keyboard.type('Night shift')
  await page.keyboard.press('Enter')
  await field(page, 'combobox', 'Tags').focus()
  await page.keyboard.type('Spelt and rye,')
  await expect(page.getByText('new', { exact: true })).toHaveCount(2)
  await isSound(page)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect(page.getByText('new', { exact: true })).toHaveCount(0)
  await expect(field(page, 'combobox', 'Category')).toHaveValue('Night shift')
}

async function change(page: Page) {
  await page.goto('/admin/terms')
  const tag = page.getByRole('link', { name: 'Spelt and rye', exact: true })
  await tag.focus()
  await isSound(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Spelt and rye' })).toBeVisible()
  await isSound(page)
  await field(page, 'textbox', 'Name').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Old grain')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('old-grain')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tag saved')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/terms\/tags\/old-grain$/)
}

async function merge(page: Page) {
  await page.getByRole('combobox', { name: 'Merge this tag into' }).focus()
  await page.keyboard.type('Milk')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Merge “Old grain” into “Milk”?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('“Old grain” is merged into “Milk”. One post was changed.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Milk' })).toBeVisible()
}

for (const width of [1280, 390]) {
  test(
    `at ${width} pixels, the keyboard makes new terms with a post, renames one and merges it`,
    inFullRun(width !== 1280),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await storeToken(page)
      await write(page)
      await change(page)
      await merge(page)
      await page.getByRole('link', { name: /posts with Milk$/ }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('link', { name: 'Baking at night', exact: true })).toBeVisible()
    },
  )
}
