import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { logIn } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, test } from '#tests/helpers/journey.ts'

const post = (date: string, body: string) => `---
title: From my own editor
summary: Written in vim, at night.
category: production
date: ${date}
---
${body}
`

/** Waits until the site shows this, then opens the page. */
async function comesToSay(page: Page, path: string, words: string) {
  await expect.poll(async () => (await fetch(path)).text()).toContain(words)
  await page.goto(path)
}

test('a file saved by an editor is published automatically; a mistake in it changes nothing for visitors and is reported in the dashboard', async ({
  page,
  site,
}) => {
  const file = join(site.content, 'posts', 'from-my-own-editor.md')
  const address = `${site.url}/blog/from-my-own-editor`
  await writeFile(file, post('2026-01-02', 'The **first** version.'))
  await comesToSay(page, address, 'version.')
  await expect(page.locator('strong', { hasText: 'first' })).toBeVisible()

  await writeFile(file, post('32/04/2023', 'The second version.'))
  await expect
    .poll(async () => (await fetch(`${site.url}/readyz`)).json())
    .toMatchObject({ status: 'degraded', content: 'invalid' })
  expect(site.output()).toContain('posts/from-my-own-editor.md:5:7 date: ')
  await page.goto(address)
  await expect(page.getByText('The first version.')).toBeVisible()
  await logIn(page)
  const panel = page.getByRole('region', { name: 'Problems in content files' })
  await expect(panel).toContainText(/posts\/from-my-own-editor\.md:5:7 date: "32\/04\/2023" is not a date/)
  await expect(panel).toContainText('Visitors see the last good version.')

  await writeFile(file, post('2026-01-02', 'The third version.'))
  await comesToSay(page, address, 'The third version.')
  await page.goto('/admin/blog')
  await expect(page.getByRole('button', { name: 'Edit From my own editor' })).toBeVisible()
  await expect(panel).toBeHidden()
  await rm(file)
  await expect.poll(async () => (await fetch(`${site.url}/api/blog-posts/from-my-own-editor`)).status).toBe(404)
})

test(
  'executable front matter is never run: its file is left out, and the rest is served',
  inFullRun(),
  async ({ page, site }) => {
    const file = join(site.content, 'posts', 'broken.md')
    await writeFile(file, '---js\n{ title: process.exit() }\n---\nx')
    await expect.poll(async () => (await fetch(`${site.url}/readyz`)).json()).toMatchObject({ status: 'degraded' })
    expect(site.output()).toContain('posts/broken.md:1:')
    await page.goto('/blog')
    await expect(page.getByText(/^\d+ posts$/)).toBeVisible()
    await rm(file)
    await expect.poll(async () => (await fetch(`${site.url}/readyz`)).json()).toMatchObject({ status: 'ok' })
  },
)
