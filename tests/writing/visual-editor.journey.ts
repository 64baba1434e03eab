import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { postIsRead, storeToken } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, test } from '#tests/helpers/journey.ts'
import { png } from '#tests/media/inputs.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function beginPost(page: Page, title: string) {
  await storeToken(page)
  await page.goto('/admin/blog/new')
  await page.getByLabel('Title', { exact: true }).fill(title)
  await text(page).click()
}

async function saveDraft(page: Page) {
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Draft saved')).toBeVisible()
}

async function pasteHtml(page: Page, html: string) {
  await text(page).evaluate((box, sent) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', sent)
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}

async function pasteImage(page: Page, bytes: Uint8Array) {
  await text(page).evaluate(
    (box, sent) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([new Uint8Array(sent)], 'New rack.png', { type: 'image/png' }))
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [...bytes],
  )
}

test('a post is written with the keyboard alone, and saved as Markdown', async ({ page, site }) => {
  await beginPost(page, 'Bread by hand')
  const { keyboard } = page
  await keyboard.type('## Flour and **salt**')
  await keyboard.press('Enter')
  await keyboard.type('- rye')
  await keyboard.press('Enter')
  await keyboard.type('fine')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await keyboard.press('Enter')
  await keyboard.press('Enter')
  await keyboard.type('/tab')
  await expect(page.getByRole('option', { name: 'Table' })).toBeVisible()
  await keyboard.press('Enter')
  for (const cell of ['Day', 'Loaves']) {
    await keyboard.type(cell)
    await keyboard.press('Tab')
  }
  await saveDraft(page)
  expect(await readFile(join(site.content, 'posts/bread-by-hand.md'), 'utf8')).toContain(
    '## Flour and **salt**\n\n- rye\n  - fine\n\n| Day | Loaves | |\n| --- | --- | --- |\n',
  )
})

test('the keyboard sees the name and the shortcut of a tool', inFullRun(), async ({ page }) => {
  await beginPost(page, 'Names of tools')
  const shown = () => button(page, 'Bold').evaluate((one) => getComputedStyle(one, '::after').content)
  expect(await shown()).toBe('none')
  await page.keyboard.press('Alt+F10')
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight')
  await expect(button(page, 'Bold')).toBeFocused()
  expect(await shown()).toBe('"Bold (Ctrl+B)"')
})

test('an HTML post is edited visually: only the typed word is new in its file', inFullRun(), async ({ page, site }) => {
  const names = (await readdir(join(site.content, 'posts'))).filter((name) => name.endsWith('.html'))
  const [name = ''] = names
  const file = join(site.content, 'posts', name)
  const bodyOf = (text: string) => text.replace(/^---\n[\s\S]*?\n---\n/, '')
  const before = bodyOf(await readFile(file, 'utf8'))
  await storeToken(page)
  await page.goto(`/admin/blog/${name.replace('.html', '')}/edit`)
  await text(page).locator('p').first().click()
  await page.keyboard.press('Home')
  await page.keyboard.type('Today: ')
  await button(page, 'Update').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Post updated')).toBeVisible()
  const after = bodyOf(await readFile(file, 'utf8'))
  expect(after).toContain('Today: ')
  expect(after.replace('Today: ', '')).toBe(before)
})

test('a text of Google Docs is pasted as clean Markdown', inFullRun(), async ({ page, site }) => {
  await beginPost(page, 'From Google Docs')
  await pasteHtml(page, await readFile(join(import.meta.dirname, 'clipboard/google-docs.html'), 'utf8'))
  await expect(page.getByRole('alert')).toContainText('An image was left out.')
  await saveDraft(page)
  const saved = await readFile(join(site.content, 'posts/from-google-docs.md'), 'utf8')
  expect(saved).toContain('## Planning a bake\n\nStart with **tonight’s orders** *before noon* ~~at ten~~, see ')
  expect(saved).toContain(
    '[the price of flour](https://example.com/flour?a=1)`totals()`.\n\n- Flour\n  - Rye\n- Salt\n',
  )
  expect(saved).toContain('| **Product** | Per day |\n| --- | --- |\n| Loaf<br>large | 120 |\n')
})

test('an edited word changes only its block in the file, and a pasted image is stored next to it', async ({
  page,
  site,
}) => {
  const folder = join(site.content, 'posts/lossless')
  const file = join(folder, 'index.md')
  const body =
    '* one\n* two\n\n<div>\nkept\n</div>\n\nText that\nis wrapped.\n\n***\n\n![Racks](./racks.png)\n\n{{ kept }}\n'
  await mkdir(folder)
  await writeFile(join(folder, 'racks.png'), png(70, 30))
  await writeFile(file, `---\ntitle: Lossless\ndraft: true\n---\n${body}`)
  await postIsRead(page, 'lossless', await storeToken(page))
  await page.goto('/admin/blog/lossless/edit')
  await page.getByText('Text that is wrapped.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Well.')
  const widths = () =>
    text(page).evaluate((box) =>
      [...box.querySelectorAll<HTMLImageElement>('img[src]')].map(({ naturalWidth }) => naturalWidth),
    )
  await expect.poll(widths).toEqual([70])
  await pasteImage(page, png(90, 30))
  await expect.poll(widths).toEqual([90, 70])
  await saveDraft(page)
  const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.webp'))
  const written = `wrapped. Well.![](${name})`
  expect((await readFile(file, 'utf8')).split('---\n')[2]).toBe(body.replace('wrapped.', written))
})

test.describe('for everyone', () => {
  test.use({ bypassCSP: true })

  test('the editor has no accessibility problems, with its menus open', inFullRun(), async ({ page }) => {
    await beginPost(page, 'Accessible')
    await page.keyboard.type('/')
    await expect(page.getByRole('listbox', { name: 'Insert' })).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.type('table')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+f')
    await expect(page.getByLabel('Find', { exact: true })).toBeFocused()
    expect(await seriousFaults(page)).toEqual([])
  })
})
