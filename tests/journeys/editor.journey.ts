import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { startSite } from '#tests/helpers/site.ts'

const post = `---
title: From my own editor
summary: Written in vim, at night.
category: production
date: 2026-01-02
---
The **body** is Markdown.
`

test('a file dropped into content/posts is there after a restart', async ({ page }) => {
  const site = await startSite()
  try {
    await site.stop()
    await writeFile(join(site.content, 'posts', 'from-my-own-editor.md'), post)
    await site.start()
    await page.goto(`${site.url}/blog/from-my-own-editor`)
    await expect(page.getByRole('heading', { level: 1, name: 'From my own editor' })).toBeVisible()
    await expect(page.locator('strong', { hasText: 'body' })).toBeVisible()
  } finally {
    await site.close()
  }
})

test('a bad file costs that one post: the rest is served, the health answer says degraded', async ({ page }) => {
  const site = await startSite()
  try {
    await site.stop()
    await writeFile(join(site.content, 'posts', 'broken.md'), '---js\n{ title: process.exit() }\n---\nx')
    await site.start()
    expect(await (await fetch(`${site.url}/readyz`)).json()).toMatchObject({ status: 'degraded', problems: 1 })
    expect(site.output()).toContain('posts/broken.md:1:')
    await page.goto(`${site.url}/blog`)
    await expect(page.getByText(/^\d+ posts$/)).toBeVisible()
  } finally {
    await site.close()
  }
})
