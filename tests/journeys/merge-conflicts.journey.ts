import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { logIn } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, forgive, test } from '#tests/helpers/journey.ts'

const POST = `---
title: Crates for two
summary: Whose crate is it?
category: production
date: 2026-01-02
draft: true
---

Count the crates before the oven is hot.

Write the number on the door.

Count them again when the van is back.
`

async function openPost(page: Page) {
  await logIn(page)
  const token = await page.evaluate(() => localStorage.getItem('admin_token'))
  const headers = { authorization: `Bearer ${token}` }
  const draft = () => page.request.get('/api/blog-posts/crates-for-two?state=all', { headers })
  await expect.poll(async () => (await draft()).status()).toBe(200)
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'Crates for two' })
  await row.getByRole('button', { name: /Edit/ }).click()
  return page.getByRole('dialog', { name: 'Edit Blog Post' })
}

test.use({ bypassCSP: true })

test(
  'a file that changes under the open editor is merged, and conflicts are shown',
  inFullRun(),
  async ({ page, site, complaints }) => {
    const path = join(site.content, 'posts', 'crates-for-two.md')
    const change = async (from: string, to: string) => writeFile(path, (await readFile(path, 'utf8')).replace(from, to))
    await writeFile(path, POST)
    const editor = await openPost(page)
    const content = editor.getByLabel('Content (Markdown)')
    const save = editor.getByRole('button', { name: 'Update Post' })

    await test.step('merges changes in different places', async () => {
      await change('Count them again', 'Count all of them again')
      await content.fill((await content.inputValue()).replace('the oven is hot', 'the oven gets hot'))
      await save.click()
      await expect(editor).toBeHidden()
      await expect(
        page.getByText('Saved. Someone else changed the content of this post since you opened it'),
      ).toBeVisible()
      const text = await readFile(path, 'utf8')
      expect(text).toContain('oven gets hot')
      expect(text).toContain('Count all of them again')
      await page.getByRole('button', { name: 'Dismiss' }).first().click()
    })

    await test.step('shows both versions of conflicting places and saves a third text', async () => {
      await page.getByRole('row').filter({ hasText: 'Crates for two' }).getByRole('button', { name: /Edit/ }).click()
      await change('on the door', 'on the blue door')
      await change('title: Crates for two', 'title: Crates for three')
      await editor.getByLabel('Title').fill('Crates for four')
      await content.fill((await content.inputValue()).replace('on the door', 'on the lid'))
      await save.click()
      await expect(editor.getByRole('heading', { name: 'Someone else edited the same parts' })).toBeFocused()
      expect(await seriousFaults(page)).toEqual([])
      await save.click()
      await expect(editor.getByText('0 of 2 decided.')).toBeVisible()
      await editor.getByRole('group', { name: 'Title' }).getByLabel('Take theirs').check()
      const place = editor.getByRole('group', { name: 'Content' })
      await place.getByLabel('Write it myself').check()
      await place.getByRole('textbox', { name: 'Content' }).fill('Write the number on the lid and on the blue door.')
      await save.click()
      await expect(editor).toBeHidden()
      const text = await readFile(path, 'utf8')
      expect(text).toContain('title: Crates for three')
      expect(text).toContain('\n\nWrite the number on the lid and on the blue door.\n\nCount all')
      forgive(complaints, /409/)
    })
  },
)
