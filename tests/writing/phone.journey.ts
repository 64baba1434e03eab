import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { logIn } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, test } from '#tests/helpers/journey.ts'
import type { Site } from '#tests/helpers/site.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const text = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The names that a finger sees below the icons. */
const shownName = (page: Page, name: string) =>
  button(page, name).evaluate((one) => getComputedStyle(one, '::after').content)

/** The paragraphs without marks of one of the site's posts. */
async function paragraphsOf(site: Site, name: string): Promise<string[]> {
  const post = await readFile(join(site.content, 'posts', name), 'utf8')
  return post.split('\n\n').filter((one) => /^[A-Z][^*`[\]|>]+[.?]$/.test(one))
}

/** Lines as the keyboards of phones send them: several words at once, and Enter. */
async function write(page: Page, lines: readonly string[]) {
  for (const line of lines) {
    await page.keyboard.insertText(line)
    await page.keyboard.press('Enter')
  }
}

async function addHeading(page: Page, level: string, words: string) {
  await page.getByLabel('Block type').selectOption(level)
  await write(page, [words])
}

async function addList(page: Page, items: readonly string[]) {
  expect(await shownName(page, 'Bulleted list')).toBe('"Bulleted list"')
  await button(page, 'Bulleted list').tap()
  await write(page, [...items, ''])
}

async function addTable(page: Page, cells: readonly string[]) {
  await button(page, 'Table').tap()
  await button(page, 'Row below').tap()
  await expect(text(page).getByRole('row')).toHaveCount(4)
  await button(page, 'Undo').tap()
  await expect(text(page).getByRole('row')).toHaveCount(3)
  for (const [index, words] of cells.entries()) {
    await text(page).locator('th, td').nth(index).tap()
    await page.keyboard.insertText(words)
  }
  await text(page).locator('> p').last().tap()
}

async function addLink(page: Page, words: string, option: RegExp) {
  await button(page, 'Link').tap()
  const dialog = page.getByRole('dialog', { name: 'Add a link' })
  await dialog.getByRole('combobox', { name: 'Address' }).fill(words)
  await dialog.getByRole('option', { name: option }).tap()
  await dialog.getByRole('button', { name: 'Add link' }).tap()
}

/** Pastes one of the site's images from the clipboard, and describes it. */
async function pasteImage(page: Page, site: Site, name: string, description: string) {
  const bytes = await readFile(join(site.storage, 'public/posts', `${name}-1600x900.webp`), 'base64')
  await text(page).evaluate((box, base64) => {
    const clipboardData = new DataTransfer()
    const data = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
    clipboardData.items.add(new File([data], 'photo.webp', { type: 'image/webp' }))
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, bytes)
  await button(page, 'Describe this image').tap()
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill(description)
  await button(page, 'Save description').tap()
}

async function complete(page: Page) {
  await page.getByLabel('Summary', { exact: true }).fill('Count before you promise.')
  await page.getByRole('combobox', { name: 'Category' }).tap()
  await page.getByRole('option', { name: 'Production' }).tap()
  await page.getByLabel('Tags').tap()
  await page.keyboard.insertText('bak')
  await page.getByRole('option', { name: 'Bakery' }).tap()
}

async function publish(page: Page) {
  // Far down in the text, it is in the window.
  await expect(button(page, 'Publish')).toBeInViewport()
  await button(page, 'Publish').tap()
  const dialog = page.getByRole('dialog', { name: 'Publish this post?' })
  await expect(dialog.getByText('Checking the text…')).toBeHidden()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Publish' }).tap()
  await expect(page.getByText('Post published')).toBeVisible()
}

test(
  'a post of 600 words with headings, list, table, link and two pasted images is published from a phone by touch alone',
  inFullRun(),
  async ({ page, site }) => {
    const stock = await paragraphsOf(site, 'before-the-container-lands.md')
    const lots = await paragraphsOf(site, 'lot-numbers-before-you-need-them.md')
    const racks = 'A jar and its way to the shops'
    const van = 'A van in front of three shops'

    await logIn(page)
    await page.getByRole('link', { name: 'Write' }).tap()
    await page.getByLabel('Title', { exact: true }).fill('A pallet of promises')
    await text(page).tap()
    await write(page, stock.slice(0, 4))
    await addHeading(page, 'Heading 2', 'What to count first')
    await write(page, stock.slice(4))
    await addList(page, ['On hand', 'On the way', 'Promised'])
    await pasteImage(page, site, '06976a0aa88e45518b111ec2b775db8f', racks)
    await addHeading(page, 'Heading 3', 'Numbers for every lot')
    await write(page, lots)
    await addTable(page, ['Product', 'Cases', 'From', 'Tomatoes', '530', 'December 9', 'Beans', '30', 'Today'])
    await pasteImage(page, site, '47779c5fdff85be2bb39fb6addb809a6', van)
    await addLink(page, 'prices', /^Prices/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await complete(page)
    await publish(page)

    await page.getByRole('link', { name: 'View post', exact: true }).tap()
    const post = page.getByRole('article')
    await expect(post.getByRole('heading')).toHaveText([
      'A pallet of promises',
      'What to count first',
      'Numbers for every lot',
    ])
    for (const paragraph of [...stock, ...lots]) await expect(post.getByText(paragraph, { exact: true })).toBeVisible()
    expect((await post.innerText()).split(/\s+/).length).toBeGreaterThanOrEqual(600)
    await expect(post.getByRole('listitem')).toHaveText(['On hand', 'On the way', 'Promised'])
    await expect(post.getByRole('row')).toHaveText([/Product\s+Cases\s+From/, /Tomatoes\s+530/, /Beans\s+30\s+Today/])
    await expect(post.getByRole('link', { name: 'Prices' })).toHaveAttribute('href', '/pricing')
    for (const name of [racks, van]) {
      const image = post.getByRole('img', { name })
      await image.scrollIntoViewIfNeeded()
      await expect(image).toHaveAttribute('srcset', /-480\.webp 480w, .+-960\.webp 960w, .+-1600x900\.webp 1600w/)
      await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
    }
    const saved = await readFile(join(site.content, 'posts/a-pallet-of-promises.md'), 'utf8')
    expect(saved).toContain('| Product | Cases | From |\n| --- | --- | --- |\n| Tomatoes | 530 | December 9 |\n')
    expect(saved).not.toMatch(/<\w|&\w+;|\\|blob:|data:/)
  },
)
