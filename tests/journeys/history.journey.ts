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
  await expect(history.locator('del', { hasText: 'forty' })).toBeVisible()
  await expect(history.locator('ins', { hasText: 'fifty' })).toBeVisible()
  expect(await seriousFaults(page), 'changes').toEqual([])

  await page.keyboard.press('ArrowDown')
  await expect(history.getByRole('heading', { name: 'Count the racks' })).toBeVisible()
  await history.getByRole('button', { name: 'Preview' }).click()
  await expect(history.locator('strong', { hasText: 'forty' })).toBeVisible()
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
