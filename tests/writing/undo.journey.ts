import type { Page } from 'playwright'
import { storeToken } from '#tests/helpers/dashboard.ts'
import { inFullRun, isFullRun } from '#tests/helpers/full-run.ts'
import { expect, test } from '#tests/helpers/journey.ts'

const content = (page: Page) => page.getByRole('textbox', { name: /^Content/ })

async function press(page: Page, key: string, times: number) {
  for (let time = 0; time < times; time++) await page.keyboard.press(key)
}

/** The blocks or lines of the text, such as `p Alpha one.` */
const linesOf = (page: Page) =>
  content(page).evaluate((box) => [...box.children].map(({ localName, textContent }) => `${localName} ${textContent}`))

/** Resolves after a pause in typing. */
const counted = (page: Page, words: number) =>
  expect(page.getByText(new RegExp(`^${words} words? ·|^No words`))).toBeVisible()

async function open(page: Page, mode: 'Visual' | 'Source') {
  await storeToken(page)
  await page.goto('/admin/blog/new')
  await page.getByText(mode, { exact: true }).click()
  await expect(content(page)).toHaveAccessibleName(mode === 'Visual' ? 'Content' : 'Content (Markdown)')
  await content(page).click()
}

const texts = [['First.', 'Second.', 'Third.'], ['Alpha one.'], ['## Head']]

for (const mode of ['Visual', 'Source'] as const) {
  test(`undo and redo of the ${mode.toLowerCase()} editor stop at their ends, and Ctrl+Enter publishes nothing`, async ({
    page,
  }) => {
    await open(page, mode)
    const first = await linesOf(page)
    for (const lines of isFullRun ? texts : texts.slice(0, 1)) {
      await content(page).click()
      let words = 0
      for (const [index, line] of lines.entries()) {
        if (index > 0) await page.keyboard.press('Enter')
        await page.keyboard.type(line)
        words += line.match(/\w+/g)?.length ?? 0
        await counted(page, words)
      }
      const last = await linesOf(page)
      // The small letter with Shift is that of Caps Lock.
      for (const redo of ['Control+Shift+z', 'Control+Shift+Z']) {
        await press(page, 'Control+z', 4)
        expect(await linesOf(page)).toEqual(first)
        // An even and an odd number: a circle would end elsewhere.
        for (const times of [4, 1]) {
          await press(page, redo, times)
          expect(await linesOf(page)).toEqual(last)
        }
      }
      await page.keyboard.press('Control+Enter')
      expect(await linesOf(page)).toEqual(last)
      await press(page, 'Control+z', 4)
    }
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
}

test(
  'Backspace takes a shortcut back; undo goes on behind a switch of the editor, and redo returns to the newest text',
  inFullRun(),
  async ({ page }) => {
    await open(page, 'Visual')
    await page.keyboard.type('## ')
    expect(await linesOf(page)).toEqual(['h2 '])
    await page.keyboard.press('Backspace')
    expect(await linesOf(page)).toEqual(['p ## '])
    await press(page, 'Control+z', 3)
    await page.keyboard.type('## H')
    await press(page, 'Backspace', 2)
    expect(await linesOf(page)).toEqual(['p '])
    await page.keyboard.type('## Head')
    await counted(page, 1)
    await page.getByText('Source', { exact: true }).click()
    await expect(content(page)).toHaveText('## Head')
    await content(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' and tail')
    await counted(page, 3)

    /** The editor is opened anew with an older text, so a key may come too early. */
    const until = (key: string, text: string) =>
      expect(async () => {
        await page.keyboard.press(key)
        await expect(content(page)).toHaveText(text, { timeout: 500 })
      }).toPass()
    await until('Control+z', '')
    await press(page, 'Control+z', 3)
    await expect(content(page)).toHaveText('')
    await until('Control+Shift+z', '## Head and tail')
    await press(page, 'Control+Shift+z', 3)
    await expect(content(page)).toHaveText('## Head and tail')

    await page.keyboard.press('Alt+Shift+P')
    await expect(page.getByRole('dialog', { name: 'Publish this post?' })).toBeVisible()
    await expect(content(page)).toHaveText('## Head and tail')
  },
)
