import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { postIsRead, storeToken } from '#tests/helpers/dashboard.ts'
import { expect, test } from '#tests/helpers/journey.ts'

const POST = 'posts/racks-of-ours.md'
const post = `---
title: Racks of ours
summary: How many there are.
category: production
date: 2026-01-02 # the day of the count
---
We own **forty** racks.
`

async function edit(page: Page, content: string) {
  await page.getByRole('button', { name: 'Edit Racks of ours' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Blog Post' })
  await editor.getByLabel(/^Content/).fill(content)
  await editor.getByRole('button', { name: 'Update Post' }).click()
  await expect(editor).toBeHidden()
}

/** So that axe can be injected into the page. */
test.use({ bypassCSP: true })

test('a post is edited twice; its history shows the changes and the old version, and restores it', async ({
  page,
  site,
}) => {
  const file = join(site.content, POST)
  await site.commit(POST, post, 'Count the racks')
  await postIsRead(page, 'racks-of-ours', await storeToken(page))
  await page.goto('/admin/blog')
  await edit(page, 'We own **fifty** racks.')
  await edit(page, 'Racks are for sale.')
  await expect(page.getByText(/^Every save is a commit on main, last commit [0-9a-f]{7}$/)).toBeVisible()

  const opener = page.getByRole('button', { name: 'History of Racks of ours' })
  await opener.click()
  const history = page.getByRole('dialog', { name: 'History of “Racks of ours”' })
  await expect(history.getByRole('radio')).toHaveCount(3)
  await history.getByRole('radio').first().focus()
  await page.keyboard.press('ArrowDown')
  const changes = page.frameLocator('iframe[title="The page with its changes"]')
  await expect(changes.locator('del', { hasText: 'forty' })).toBeVisible()
  await expect(changes.locator('ins', { hasText: 'fifty' })).toBeVisible()
  await history.getByRole('radio', { name: 'Side by side' }).press('Space')
  const before = page.frameLocator('iframe[title="The page before"]')
  await expect(before.locator('del', { hasText: 'forty' })).toBeVisible()
  await expect(page.frameLocator('iframe[title="The page after"]').locator('ins', { hasText: 'fifty' })).toBeVisible()
  expect(await seriousFaults(page), 'changes').toEqual([])

  await history
    .getByRole('radio', { name: /post: update/ })
    .nth(1)
    .focus()
  await page.keyboard.press('ArrowDown')
  await expect(history.getByRole('heading', { name: 'Count the racks' })).toBeVisible()
  await history.getByRole('button', { name: 'Preview' }).click()
  const shown = page.frameLocator('iframe[title="The post as visitors saw it"]')
  await expect(shown.locator('strong', { hasText: 'forty' })).toBeVisible()
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light'
  })
  // Colors change with a transition.
  await expect.poll(() => seriousFaults(page), 'preview').toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await history.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })

  await history.getByRole('button', { name: 'Restore this version' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('Version restored')).toBeVisible()
  await expect(history).toBeHidden()
  await expect(opener).toBeFocused()
  expect(await readFile(file, 'utf8')).toBe(post)
  // The response does not wait for git.
  const subject = expect.poll(() => site.git('log', '-1', '--format=%s', '--', file))
  await subject.toMatch(/^post: restore "Racks of ours" from [0-9a-f]{7}$/)
  await expect.poll(() => site.git('status', '--porcelain', '--', file)).toBe('')

  await page.goto('/blog/racks-of-ours')
  await expect(page.getByText('We own forty racks.')).toBeVisible()
})

test('a part of an older version is put back into the text by keyboard, and taken out again, on a phone', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const file = 'posts/racks-to-put-back.md'
  const text = (body: string) => post.replace('Racks of ours', 'Racks to put back').replace(/We own.*/s, body)
  await site.commit(file, text('We own forty racks.\n\nThey are of steel.\n'), 'Count')
  await site.commit(file, text('We own fifty racks.\n'), 'Count again')
  await postIsRead(page, 'racks-to-put-back', await storeToken(page))
  await page.goto('/admin/blog/racks-to-put-back/edit')
  const body = page.getByRole('textbox', { name: 'Content' })
  await expect(body).toContainText('We own fifty racks.')
  await page.getByRole('button', { name: 'History', exact: true }).press('Enter')
  const history = page.getByRole('dialog', { name: 'History of “Racks to put back”' })
  await expect(history.getByLabel('Compare with')).toHaveValue('')
  const changes = page.frameLocator('iframe[title="The page with its changes"]')
  await expect(changes.locator('[data-kind="removed"]')).toContainText('They are of steel.')
  await expect(changes.locator('[data-kind="changed"] ins')).toContainText('fifty')
  expect(await seriousFaults(page)).toEqual([])
  expect(await history.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  await history.getByRole('button', { name: 'Show change 2' }).press('Enter')
  await expect(changes.locator('[data-kind="removed"]')).toBeInViewport()
  await history.getByRole('button', { name: 'Put back change 2' }).press('Enter')
  await expect(history).toBeHidden()
  await expect(body).toContainText('They are of steel.')
  await expect(body).toContainText('We own fifty racks.')
  await body.press('ControlOrMeta+z')
  await expect(body).not.toContainText('They are of steel.')
})
