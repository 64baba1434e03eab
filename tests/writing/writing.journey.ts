import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { adminPaths } from '#contract/admin-paths.ts'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { logIn, storeToken, submitPassword } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, forgive, test } from '#tests/helpers/journey.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const content = (page: Page) => page.getByRole('textbox', { name: /^Content|^Text/ })
/** The working copy is on the server. */
const stored = (page: Page) => expect(page.getByText(/^Saved \d/)).toBeVisible()

async function write(page: Page, title: string) {
  await page.goto('/admin/blog/new')
  await page.getByLabel('Title', { exact: true }).fill(title)
  await content(page).fill('Rye needs time.')
}

async function complete(page: Page) {
  // Not that of a dialog which was just closed: only this one is shown.
  await page.getByRole('textbox', { name: 'Summary' }).fill('Dark and slow.')
  await page.getByRole('combobox', { name: 'Category' }).fill('prod')
  await page.keyboard.press('Enter')
}

async function publish(page: Page) {
  await button(page, 'Publish').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Post published')).toBeVisible()
}

/** Ends every session of the administrator, as another browser would. */
async function endSessions(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem('admin_token'))
  await page.request.delete(adminPaths.sessions, { headers: { authorization: `Bearer ${token}` } })
}

test('a post begins as a draft, is published from the writing page and unpublished again', async ({ page, site }) => {
  await logIn(page)
  await page.getByRole('link', { name: 'Write' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Slow rye')
  await expect(content(page)).toBeVisible()
  await page.getByLabel('Title', { exact: true }).press('Enter')
  await expect(content(page)).toBeFocused()
  await content(page).fill('Rye needs time.')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/blog\/slow-rye\/edit$/)
  const file = join(site.content, 'posts/slow-rye.md')
  expect(await readFile(file, 'utf8')).toContain('draft: true')

  // The page is the same at its new URL: focus and undo are as before.
  await expect(content(page)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(content(page)).toHaveText('')
  await page.keyboard.press('Control+Shift+z')
  await page.keyboard.type(' It is never late.')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Blog Management Dashboard' })).toBeVisible()
  await page.goForward()
  await button(page, 'Restore').click()
  await expect(content(page)).toHaveText('Rye needs time. It is never late.')

  await page.keyboard.press('Alt+Shift+P')
  const dialog = page.getByRole('dialog', { name: 'Publish this post?' })
  await expect(dialog.getByLabel('Summary')).toHaveValue('Rye needs time. It is never late.')
  await expect(dialog.getByText('Category is required.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('button', { name: 'Back to writing' }).click()
  await expect(dialog).toBeHidden()

  await complete(page)
  await publish(page)
  expect(await readFile(file, 'utf8')).toContain('draft: false')
  await page.goto('/blog/slow-rye')
  await expect(page.getByText('Rye needs time.')).toBeVisible()

  await page.goto('/admin/blog/slow-rye/edit')
  await button(page, 'Unpublish').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
  await expect(page.getByText(/Post unpublished/)).toBeVisible()
  expect((await page.request.get('/blog/slow-rye')).status()).toBe(404)
})

test('what is written about a live post stays private until it is updated', async ({ page }) => {
  await storeToken(page)
  await write(page, 'Wheat in spring')
  await complete(page)
  await publish(page)
  await content(page).fill('A private revision.')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved for you. Visitors see what was published.')).toBeVisible()
  expect(await (await page.request.get('/blog/wheat-in-spring')).text()).not.toContain('A private revision.')

  await page.reload()
  await expect(content(page)).toHaveText('Rye needs time.')
  await button(page, 'Restore').click()
  await expect(content(page)).toHaveText('A private revision.')
  await button(page, 'Update').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Post updated')).toBeVisible()
  expect(await (await page.request.get('/blog/wheat-in-spring')).text()).toContain('A private revision.')
  await page.reload()
  await expect(content(page)).toHaveText('A private revision.')
  await expect(button(page, 'Restore')).toHaveCount(0)
})

test(
  'the session ends while a post is written: the login is asked for in place, and the text is saved',
  inFullRun(),
  async ({ page, site, complaints }) => {
    // As in browsers of 2023.
    await page.addInitScript(() => Reflect.deleteProperty(Promise, 'withResolvers'))
    await storeToken(page)
    await write(page, 'Kept through the login')
    await stored(page)
    await endSessions(page)
    await content(page).fill('Written after the session ended.')
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await expect(dialog).toBeVisible()
    await submitPassword(page)
    await expect(page.getByText('Draft saved')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(content(page)).toHaveText('Written after the session ended.')
    const file = join(site.content, 'posts/kept-through-the-login.md')
    expect(await readFile(file, 'utf8')).toContain('Written after the session ended.')
    forgive(complaints, /401/)
  },
)

test(
  'a text that was never saved is offered on another device',
  inFullRun(),
  async ({ page, browser, site, complaints }) => {
    await storeToken(page)
    await write(page, 'Begun on the laptop')
    await stored(page)
    const posts = await readdir(join(site.content, 'posts'))
    expect(posts.some((name) => name.startsWith('begun'))).toBe(false)

    const phone = await browser.newPage({ baseURL: site.url, viewport: { width: 390, height: 844 } })
    await storeToken(phone)
    await phone.goto('/admin/blog/new')
    await phone.getByText(/unsaved text/).click()
    await phone.getByRole('link', { name: 'Begun on the laptop' }).click()
    await expect(phone.getByLabel('Title', { exact: true })).toHaveValue('Begun on the laptop')
    await content(phone).fill('Changed on the phone.')
    await stored(phone)

    await content(page).fill('Changed on the laptop, too.')
    await expect(page.getByText(/An older unsaved version exists/)).toBeVisible()
    await button(page, 'Restore').click()
    await expect(content(page)).toHaveText('Changed on the phone.')
    await phone.close()
    forgive(complaints, /409/)
  },
)

test(
  'what was typed into the quick form goes on, on the writing page, as HTML',
  inFullRun(),
  async ({ page, site }) => {
    await logIn(page)
    await button(page, 'Create Post').click()
    const form = page.getByRole('dialog', { name: 'Create Blog Post' })
    await form.getByLabel('Title').fill('From the quick form')
    await form.getByLabel('Content (HTML)').fill('<p>Begun in a small field.</p>')
    await form.getByRole('button', { name: 'Open on the writing page' }).click()
    await expect(page).toHaveURL(/\/admin\/blog\/new$/)
    // The quick form has a title, too, and is shown until this page is loaded.
    await expect(button(page, 'Save draft')).toBeVisible()
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('From the quick form')
    await expect(content(page)).toContainText('Begun in a small field.')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Draft saved')).toBeVisible()
    const file = join(site.content, 'posts/from-the-quick-form.html')
    expect(await readFile(file, 'utf8')).toContain('<p>Begun in a small field.</p>')
  },
)

test.describe('no fault that axe finds', () => {
  test.use({ bypassCSP: true })
  for (const width of [1440, 390]) {
    test(`on the writing page, at ${width} px`, inFullRun(), async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await storeToken(page)
      await page.goto('/admin/blog/new')
      await page.getByLabel('Title', { exact: true }).fill('Seen by axe')
      await page.getByText('Search and sharing').click()
      await expect(content(page)).toBeVisible()
      expect(await seriousFaults(page)).toEqual([])
      await page.getByLabel('Tags').fill('mi')
      await expect(page.getByRole('option', { name: /^Create/ })).toBeVisible()
      expect(await seriousFaults(page)).toEqual([])
      await button(page, 'Publish').click()
      await expect(page.getByText('Summary is required.')).toBeVisible()
      expect(await seriousFaults(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    })
  }
})

/** Without scrolling to the choice. */
const switchTo = (page: Page, name: 'Source' | 'Visual') =>
  page.getByRole('radio', { name }).evaluate((radio: HTMLInputElement) => radio.click())

test(
  'a switch of the editor loses neither the cursor nor the place in the window nor what can be undone',
  inFullRun(),
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await storeToken(page)
    await write(page, 'Switching')
    await switchTo(page, 'Source')
    const source = page.getByRole('textbox', { name: 'Content (Markdown)' })
    const filler = Array.from({ length: 40 }, (_, index) => `Paragraph ${index} of **strong** [bread](/bread).`)
    await source.fill(filler.join('\n\n'))
    await switchTo(page, 'Visual')
    const visual = page.getByRole('textbox', { name: 'Content', exact: true })
    await visual.getByText('Paragraph 30 of').click()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type(' and butter')
    const topIn = (editor: Locator) =>
      editor.getByText('Paragraph 30 of').evaluate((element) => element.getBoundingClientRect().top)
    const inVisual = await topIn(visual)

    await switchTo(page, 'Source')
    await expect(source.getByText('Paragraph 30 of')).toBeInViewport()
    await expect.poll(async () => Math.abs((await topIn(source)) - inVisual)).toBeLessThan(40)
    await source.focus()
    await page.keyboard.type(', salted')
    await expect(source.getByText('Paragraph 30 of **strong** [bread](/bread) and butter, salted.')).toBeVisible()
    const inSource = await topIn(source)
    await switchTo(page, 'Visual')
    await expect(visual.getByText('and butter, salted.')).toBeInViewport()
    await expect.poll(async () => Math.abs((await topIn(visual)) - inSource)).toBeLessThan(40)

    await visual.focus()
    // The editor puts the cursor there a moment after it has the focus.
    await expect.poll(() => page.evaluate(() => getSelection()?.anchorNode?.textContent)).toContain('salted')
    await page.keyboard.type('!')
    await expect(visual.getByText('and butter, salted!.')).toBeVisible()
    // On a slow machine, pauses between keys make more steps.
    await expect(async () => {
      await page.keyboard.press('Control+z')
      await expect(visual).toBeFocused()
      await expect(visual).toHaveText('Rye needs time.', { timeout: 1_000 })
    }).toPass()
    await page.keyboard.press('Control+y')
    await expect(visual.getByText('Paragraph 30')).toBeVisible()
  },
)
