import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { adminPaths } from '#contract/admin-paths.ts'
import type { WorkingCopy } from '#contract/writing.ts'
import { postIsRead, storeToken, submitPassword } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { hold } from '#tests/helpers/hold.ts'
import { expect, forgive, test } from '#tests/helpers/journey.ts'
import type { Site } from '#tests/helpers/site.ts'

const COPIES = '**/api/working-copies/**'
const content = (page: Page) => page.getByRole('textbox', { name: /^Content/ })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const says = (page: Page, words: string | RegExp) => expect(page.getByText(words)).toBeVisible()

/** Writes the file of a draft, as an editor of files does. */
const write = (site: Site, ...paragraphs: string[]) =>
  writeFile(
    join(site.content, 'posts/states.md'),
    `---\ntitle: States\nsummary: s\ncategory: production\ndraft: true\n---\n\n${paragraphs.join('\n\n')}\n`,
  )

async function type(page: Page, text: string) {
  await content(page).locator('p').last().click()
  await page.keyboard.press('End')
  await page.keyboard.type(text)
}

/** The unsaved text that the server has. */
async function onServer(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('admin_token'))
  const headers = { authorization: `Bearer ${token}` }
  const response = await page.request.get(adminPaths.workingCopy('post-states'), { headers })
  if (!response.ok()) return ''
  const copy: WorkingCopy = await response.json()
  return JSON.stringify(copy)
}

const inBrowser = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('post-draft:'))
      .map(([, text]) => text)
      .join(),
  )

/** The bar says "Saved", and the server has the text. */
async function saved(page: Page, text: string) {
  await says(page, /^Saved \d/)
  expect(await onServer(page)).toContain(text)
}

/** The bar says that the text is not saved, or only here: this browser has it, and the server has not. */
async function onlyHere(page: Page, words: string | RegExp, text: string) {
  await says(page, words)
  await expect(page.getByText(/^Saved \d/)).toHaveCount(0)
  await expect.poll(() => inBrowser(page)).toContain(text)
  expect(await onServer(page)).not.toContain(text)
}

test(
  'the bar is true in every state: slow, offline, rejected, in two tabs, on two devices, with another person, and after the session',
  inFullRun(),
  async ({ page, context, browser, site, complaints }) => {
    await write(site, 'Rye.')
    await postIsRead(page, 'states', await storeToken(page))
    await page.goto('/admin/blog/states/edit')
    await expect(content(page)).toBeVisible()

    await test.step('slow network', async () => {
      const letGo = await hold(page, COPIES)
      await type(page, ' Slow.')
      await onlyHere(page, 'Not saved yet', 'Slow.')
      await says(page, 'Saving…')
      letGo()
      await saved(page, 'Slow.')
      await page.unroute(COPIES)
    })

    await test.step('offline', async () => {
      await context.setOffline(true)
      await type(page, ' Offline.')
      await says(page, /^Not saved: /)
      await expect.poll(() => inBrowser(page)).toContain('Offline.')
      await context.setOffline(false)
      // It is sent again without another change.
      await saved(page, 'Offline.')
    })

    await test.step('422', async () => {
      const message = 'These changes cannot be written in the format of this post.'
      const json = { message, errors: { 'blocks.0': { message } } }
      await page.route('**/api/writing/text', (route) => route.fulfill({ status: 422, json }))
      await type(page, ' Unwritable.')
      await says(page, /cannot be saved as it is shown here/)
      // Stored as the editor's document.
      await saved(page, 'Unwritable.')
      await page.unroute('**/api/writing/text')
    })

    await test.step('503', async () => {
      const json = { message: 'Not now.' }
      await page.route(COPIES, (route) => route.fulfill({ status: 503, json }))
      await type(page, ' Unavailable.')
      await onlyHere(page, 'Not saved: Not now.', 'Unavailable.')
      await page.unroute(COPIES)
      await saved(page, 'Unavailable.')
    })

    await test.step('another tab', async () => {
      const tab = await context.newPage()
      await tab.goto(page.url())
      await button(tab, 'Restore').click()
      await type(tab, ' Tab.')
      await saved(tab, 'Tab.')
      await type(page, ' First.')
      await says(page, /An older unsaved version exists/)
      await onlyHere(page, 'Kept in this browser', 'First.')
      await button(page, 'Discard').click()
      await saved(page, 'First.')
      await tab.close()
    })

    await test.step('another device', async () => {
      const phone = await browser.newPage({ baseURL: site.url })
      await storeToken(phone)
      await phone.goto('/admin/blog/states/edit')
      await button(phone, 'Restore').click()
      await expect(content(phone)).toContainText('First.')
      await type(phone, ' Phone.')
      await saved(phone, 'Phone.')
      await phone.close()
      await type(page, ' Desk.')
      await onlyHere(page, 'Kept in this browser', 'Desk.')
      await button(page, 'Discard').click()
      await saved(page, 'Desk.')
    })

    await test.step('another person, in the same lines: 409', async () => {
      await write(site, 'Wheat.')
      await page.keyboard.press('Control+s')
      const dialog = page.getByRole('dialog', { name: 'This post was changed meanwhile' })
      await expect(dialog).toBeVisible()
      await dialog.getByRole('button', { name: 'Back to my text' }).click()
      await expect(page.getByText('Draft saved')).toHaveCount(0)
      await type(page, ' Mine.')
      await saved(page, 'Mine.')
    })

    await test.step('the session has ended', async () => {
      const token = await page.evaluate(() => localStorage.getItem('admin_token'))
      await page.request.delete(adminPaths.sessions, { headers: { authorization: `Bearer ${token}` } })
      await type(page, ' Late.')
      const login = page.getByRole('dialog', { name: 'Your session has ended' })
      await expect(login).toBeVisible()
      await expect(page.getByText(/^Saved \d/)).toHaveCount(0)
      await expect.poll(() => inBrowser(page)).toContain('Late.')
      await submitPassword(page)
      await saved(page, 'Late.')
    })

    await test.step('closing the tab asks nothing, because this browser has what the server has not', async () => {
      const questions: string[] = []
      page.on('dialog', (dialog) => questions.push(dialog.type()))
      await type(page, ' Last.')
      await page.close({ runBeforeUnload: true })
      await expect.poll(() => page.isClosed()).toBe(true)
      expect(questions).toEqual([])
    })
    forgive(complaints, /401|409|422|503|INTERNET_DISCONNECTED|^failed: /)
  },
)
