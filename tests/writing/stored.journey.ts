import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { postIsRead, storeToken } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { hold } from '#tests/helpers/hold.ts'
import { expect, forgive, test } from '#tests/helpers/journey.ts'
import type { Site } from '#tests/helpers/site.ts'
import { png } from '#tests/media/inputs.ts'

const title = (page: Page) => page.getByLabel('Title', { exact: true })
const content = (page: Page) => page.getByRole('textbox', { name: /^Content/ })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const stored = (page: Page) => expect(page.getByText(/^Saved \d/)).toBeVisible()
const save = (page: Page) => page.keyboard.press('Control+s')
const browserCopies = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('post-draft:')))

/** Writes the file of a draft, as an editor of files does. */
async function write(site: Site, id: string, ...paragraphs: string[]) {
  const text = paragraphs.join('\n\n')
  const file = join(site.content, 'posts', `${id}.md`)
  await writeFile(file, `---\ntitle: ${id}\nsummary: s\ncategory: production\ndraft: true\n---\n\n${text}\n`)
  return file
}

async function open(page: Page, id: string) {
  await postIsRead(page, id, await storeToken(page))
  await page.goto(`/admin/blog/${id}/edit`)
  await expect(content(page)).toBeVisible()
}

async function typeAtEndOf(page: Page, paragraph: string, text: string) {
  await content(page).getByText(paragraph).click()
  await page.keyboard.press('End')
  await page.keyboard.type(text)
}

/** Nothing that the editor shows can be written as text. */
async function failToWrite(page: Page) {
  const message = 'These changes cannot be written in the format of this post.'
  const json = { message, errors: { 'blocks.0': { message } } }
  await page.route('**/api/writing/text', (route) => route.fulfill({ status: 422, json }))
}

test('a text that cannot be written is stored as it is shown, and is there on another device', async ({
  page,
  browser,
  site,
  complaints,
}) => {
  await write(site, 'unwritable', 'Light the oven.', 'Shape the loaves.')
  await open(page, 'unwritable')
  await failToWrite(page)
  await typeAtEndOf(page, 'Light the oven.', ' At four.')
  await expect(page.getByText(/cannot be saved as it is shown here/)).toBeVisible()
  await expect(button(page, 'Show as source')).toBeVisible()
  await stored(page)
  await typeAtEndOf(page, 'Shape the loaves.', ' By hand.')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await stored(page)

  const phone = await browser.newPage({ baseURL: site.url })
  await storeToken(phone)
  await phone.goto('/admin/blog/unwritable/edit')
  await failToWrite(phone)
  await typeAtEndOf(phone, 'Shape the loaves.', ' Quickly.')
  await expect(phone.getByText('Kept in this browser')).toBeVisible()
  await phone.unroute('**/api/writing/text')
  await button(phone, 'Restore').click()
  await expect(content(phone)).toHaveText(/Light the oven\. At four\.\s*Shape the loaves\. By hand\./)
  // There it can be written.
  await save(phone)
  await expect(phone.getByText('Draft saved')).toBeVisible()
  await phone.close()
  expect(await readFile(join(site.content, 'posts/unwritable.md'), 'utf8')).toContain('Shape the loaves. By hand.')
  forgive(complaints, /422|409/)
})

test('a text that can neither be written nor sent is in this browser after a reload', async ({
  page,
  site,
  complaints,
}) => {
  await write(site, 'offline', 'Light the oven.')
  await open(page, 'offline')
  await failToWrite(page)
  await page.route('**/api/working-copies/**', (route) => route.abort())
  await typeAtEndOf(page, 'Light the oven.', ' At four.')
  await expect(page.getByText(/^Not saved: /)).toBeVisible()
  await page.reload()
  await button(page, 'Restore').click()
  await expect(content(page)).toHaveText('Light the oven. At four.')
  forgive(complaints, /422|failed|ERR_FAILED/)
})

test('what is typed while a save is merged stays, beside the other change', async ({ page, site }) => {
  const file = await write(site, 'merged', 'Light the oven.', 'Shape the loaves.', 'Turn them.')
  await open(page, 'merged')
  await write(site, 'merged', 'Light the oven at three.', 'Shape the loaves.', 'Turn them.')
  await typeAtEndOf(page, 'Shape the loaves.', ' By hand.')
  const letGo = await hold(page, '**/api/blog-posts/merged?**')
  await save(page)
  await page.keyboard.type(' Twice.')
  letGo()
  await page.keyboard.type(' Or more.')
  await expect(page.getByText(/both changes are in/)).toBeVisible()
  await page.keyboard.type(' Always.')
  const both = /Light the oven at three\.\s*Shape the loaves\. By hand\. Twice\. Or more\. Always\.\s*Turn them\./
  await expect(content(page)).toHaveText(both)
  await save(page)
  await expect.poll(() => readFile(file, 'utf8')).toMatch(both)
})

test(
  'what is typed in the lines of the other change is asked about by the next save',
  inFullRun(),
  async ({ page, site, complaints }) => {
    const file = await write(site, 'overlapping', 'Light the oven.', 'Shape the loaves.')
    await open(page, 'overlapping')
    await write(site, 'overlapping', 'Light the oven at three.', 'Shape the loaves.')
    await typeAtEndOf(page, 'Shape the loaves.', ' By hand.')
    const letGo = await hold(page, '**/api/blog-posts/overlapping?**')
    await save(page)
    await typeAtEndOf(page, 'Light the oven.', ' At four.')
    letGo()
    await expect(page.getByText(/the next save asks which of them to keep/)).toBeVisible()
    await expect(content(page)).toContainText('Light the oven. At four.')
    await save(page)
    await expect(page.getByRole('dialog', { name: 'This post was changed meanwhile' })).toBeVisible()
    expect(await readFile(file, 'utf8')).toContain('at three')
    forgive(complaints, /409/)
  },
)

test('a save waits for the featured image, and leaves nothing that is offered as unsaved', async ({ page, site }) => {
  await storeToken(page)
  await page.goto('/admin/blog/new')
  await title(page).fill('Saved at once')
  await content(page).fill('Rye.')
  const releaseImage = await hold(page, '**/api/media')
  const releaseSave = await hold(page, '**/api/blog-posts')
  await page
    .locator('aside input[type=file]')
    .setInputFiles({ name: 'oven.png', mimeType: 'image/png', buffer: Buffer.from(png(60, 40)) })
  await save(page)
  await expect(page.getByRole('button', { name: /Saving/ })).toBeVisible()
  releaseImage()
  // The last change is stored in the browser while the request is under way.
  await expect.poll(() => browserCopies(page)).toEqual(['post-draft:new'])
  releaseSave()
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect.poll(() => browserCopies(page)).toEqual([])
  const file = join(site.content, 'posts/saved-at-once.md')
  expect(await readFile(file, 'utf8')).toMatch(/image: .*posts\/[0-9a-f]{32}/)
  await page.goto('/admin/blog/new')
  await expect(content(page)).toBeVisible()
  await expect(button(page, 'Restore')).toHaveCount(0)
})

test(
  'an older unsaved version is offered beside the true state of saving',
  inFullRun(),
  async ({ page, site, complaints }) => {
    await write(site, 'older', 'Rye.')
    await open(page, 'older')
    await page.route('**/api/working-copies/**', (route) => route.abort())
    await typeAtEndOf(page, 'Rye.', ' Old.')
    await expect(page.getByText(/^Not saved: /)).toBeVisible()
    await page.unroute('**/api/working-copies/**')
    await page.reload()
    await expect(page.getByText(/An older unsaved version exists/)).toBeVisible()
    await typeAtEndOf(page, 'Rye.', ' New.')
    await stored(page)
    await save(page)
    await expect(page.getByText('Draft saved')).toBeVisible()
    await expect(page.getByText(/Not saved/)).toHaveCount(0)
    forgive(complaints, /failed|ERR_FAILED/)
  },
)
