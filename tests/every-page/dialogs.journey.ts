import type { Locator, Page } from 'playwright'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import { accessibilityFaults } from '#tests/helpers/axe.ts'
import { logIn } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect } from '#tests/helpers/journey.ts'
import { test } from './sample-journey.ts'

// They share one site.
test.describe.configure({ mode: 'default' })

// For axe only.
test.use({ bypassCSP: true })

type OpenedDialog = {
  title: string
  path: string
  /** What opens it, once the page shows it. */
  opener: (page: Page) => Locator
  /** Brings the page into the state in which the opener is shown. */
  reach?: (page: Page) => Promise<unknown>
  /** Escape does not close it, because its text would be lost: its own button does. */
  closeButton?: string
  /** What has the focus after it, unless it is what opened it. */
  returnsTo?: (page: Page) => Locator
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).first()
const link = (name: string) => (page: Page) => page.getByRole('link', { name }).first()
const write = (page: Page) =>
  expect(page.getByRole('textbox', { name: 'Title', exact: true }))
    .not.toHaveValue('')
    .then(() => undefined)
async function chooseTag(page: Page) {
  await page.getByRole('checkbox', { name: /Counting racks/ }).press('Space')
  await page.getByLabel('Action').selectOption({ value: 'tag' })
}
/** The text of the visual editor, which has the focus again once a dialog of its toolbar is closed. */
const text = (page: Page) => page.getByRole('textbox', { name: 'Content' })

const racks = pagePaths.adminEdit('counting-racks')

/** Every dialog of the dashboard that needs no conflict, no error and no passkey. */
const dialogs: readonly OpenedDialog[] = [
  { title: 'Help', path: pagePaths.adminBlog, opener: button('Help') },
  { title: 'Create Blog Post', path: pagePaths.adminBlog, opener: button('Create Post'), closeButton: 'Cancel' },
  { title: 'History of', path: pagePaths.adminBlog, opener: button('History of Counting racks') },
  { title: 'Time machine', path: pagePaths.adminBlog, opener: button('Time machine') },
  { title: 'Delete this', path: pagePaths.adminBlog, opener: button('Delete Counting racks') },
  { title: 'Add a tag', path: pagePaths.adminBlog, reach: chooseTag, opener: button('Apply') },
  { title: 'Publish', path: pagePaths.adminEdit('oven-plan'), reach: write, opener: button('Publish') },
  { title: 'Add a link', path: racks, reach: write, opener: button('Link'), returnsTo: text },
  { title: 'Add an image', path: racks, reach: write, opener: button('Image'), returnsTo: text },
  { title: 'Replace everywhere', path: pagePaths.adminMedia, opener: button(/^Replace everywhere/) },
  { title: 'Delete this image', path: pagePaths.adminMedia, opener: button(/^Delete:/) },
  { title: 'Delete all unused images', path: pagePaths.adminMedia, opener: button(/^Delete all unused/) },
  { title: 'History of', path: `${adminPaths.pagesPage}?file=site.yml`, opener: button('History') },
  { title: 'Rosa Delgado', path: pagePaths.adminLeads, opener: link('Rosa Delgado') },
]

test(
  'each dialog of the dashboard opens by keyboard, keeps the focus, closes and returns it',
  inFullRun(),
  async ({ page }) => {
    test.setTimeout(600_000)
    await logIn(page)
    const faults: Record<string, string[]> = {}
    for (const { title, path, opener, reach, closeButton, returnsTo = opener } of dialogs)
      await test.step(title, async () => {
        await page.goto(path)
        await reach?.(page)
        const from = opener(page)
        await expect(from).toBeEnabled()
        await from.press('Enter')
        const dialog = page.getByRole('dialog', { name: title })
        await expect(dialog).toBeVisible()
        const found = await accessibilityFaults(page)
        if (found.length > 0) faults[title] = found
        for (let n = 0; n < 12; n++) {
          await page.keyboard.press('Tab')
          const isOutside = await page.evaluate(() => {
            const focused = document.activeElement
            return focused !== document.body && focused?.closest('dialog') === null
          })
          expect(isOutside).toBe(false)
        }
        if (closeButton) await dialog.getByRole('button', { name: closeButton }).press('Enter')
        else await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
        await expect(returnsTo(page)).toBeFocused()
      })
    expect(faults).toEqual({})
  },
)
