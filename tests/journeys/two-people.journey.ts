import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { adminPaths } from '#contract/admin-paths.ts'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { storeToken } from '#tests/helpers/dashboard.ts'
import { expect, test } from '#tests/helpers/journey.ts'

const POST = `---
title: Two at the oven
summary: Who turns the loaves?
category: production
date: 2026-01-02
draft: true
---

Light the oven at four.

Shape the loaves.

Turn them after ten minutes.
`

const ann = { email: 'ann@palletry.example', password: 'three sacks of rye flour' }

async function inviteAnn(page: Page, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const invited = await page.request.post(adminPaths.invitations, { headers, data: { email: ann.email } })
  const link: string = (await invited.json()).path
  const data = { name: 'Ann', password: ann.password, token: link.split('#')[1] }
  await page.request.post(adminPaths.acceptInvitation, { data })
}

test.use({ bypassCSP: true })

test('two people on one post see each other, and the text of both is kept', async ({ page, site, browser }) => {
  const path = join(site.content, 'posts', 'two-at-the-oven.md')
  await writeFile(path, POST)
  await inviteAnn(page, await storeToken(page))
  const other = await (await browser.newContext()).newPage()
  await storeToken(other, site.url, ann)

  const write = (one: Page) => one.goto(`${site.url}/admin/blog/two-at-the-oven/edit`)
  const content = (one: Page) => one.getByRole('textbox', { name: 'Content', exact: true })
  /** Selects the paragraph, and types another one. */
  const replace = async (one: Page, from: string, to: string) => {
    await content(one).getByText(from).click({ clickCount: 3 })
    await one.keyboard.type(to)
  }
  const save = (one: Page) => one.keyboard.press('Control+s')

  await write(page)
  await expect(content(page)).toBeVisible()
  await write(other)
  await expect(page.getByText('Ann is editing this post.')).toBeVisible()
  await expect(other.getByText('Administrator is editing this post.')).toBeVisible()
  await replace(page, 'Light the oven at four.', 'Light the oven at three.')

  await replace(other, 'Turn them after ten minutes.', 'Turn them after twelve minutes.')
  await save(other)
  await expect(other.getByText('Draft saved')).toBeVisible()
  await expect(
    page.getByText(/^Ann saved this post at .+\. Your text is kept and merged when you save\.$/),
  ).toBeVisible()
  await expect(content(page)).toContainText('at three')
  expect(await seriousFaults(page)).toEqual([])

  await save(page)
  await expect(page.getByText(/both changes are in/)).toBeVisible()
  await expect(page.getByText(/Ann saved this post/)).toBeHidden()
  await expect(content(page)).toContainText(/at three[\s\S]*twelve minutes/)
  const text = await readFile(path, 'utf8')
  expect(text).toContain('at three')
  expect(text).toContain('twelve minutes')

  await other.close()
  await expect(page.getByText('Ann is editing this post.')).toBeHidden()
})
