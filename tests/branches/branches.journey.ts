import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { storeToken } from '#tests/helpers/dashboard.ts'
import { expect, test } from '#tests/helpers/journey.ts'

/** Old, so that it is on no first page. */
const post = `---
title: Racks of a branch
summary: How many there are.
category: production
date: 2019-02-03
---
We own forty racks.
`

/** Pushes a branch with one new post from a clone of the site's checkout. */
async function pushBranch(checkout: string): Promise<void> {
  const clone = await mkdtemp(join(tmpdir(), 'editor-'))
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', clone, '-c', 'user.name=Ed', '-c', 'user.email=ed@x.example', ...words])
  git('clone', '-q', checkout, '.')
  git('switch', '-q', '-c', 'count-racks')
  await writeFile(join(clone, 'content/posts/racks-of-a-branch.md'), post)
  git('add', '-A')
  git('commit', '-q', '-m', 'Count the racks')
  git('push', '-q', 'origin', 'count-racks')
  await rm(clone, { recursive: true })
}

/** Moves the focus with the Tab key until it is on the element with this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document
      return (activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '').trim()
    })
  await expect(async () => {
    await page.keyboard.press('Tab')
    expect(await focused()).toBe(name)
  }).toPass({ intervals: [0] })
}

test.use({ bypassCSP: true })

test('a pushed branch is listed, walked, compared and published, with the keyboard alone', async ({ page, site }) => {
  await storeToken(page)
  await page.goto(adminPaths.branchesPage)
  await expect(page.getByRole('list', { name: 'How to push a branch' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  await pushBranch(dirname(site.content))
  await tabTo(page, 'Look again')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'count-racks' })).toBeVisible()
  await expect(page.getByText('The checks find no errors.')).toBeVisible()
  await tabTo(page, 'Preview count-racks')
  await page.keyboard.press('Enter')
  const link = page.getByRole('link', { name: 'Open the site with this branch' })
  await expect(link).toBeVisible()
  await expect(page.getByText('Racks of a branch')).toBeVisible()
  await tabTo(page, 'Racks of a branch posts/racks-of-a-branch.md')
  await page.keyboard.press('Enter')
  await expect(
    page.frameLocator('iframe[title="Racks of a branch, after"]').getByText('We own forty racks.'),
  ).toBeVisible()
  await expect(page.getByText('Visitors have no such page.')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  const popup = page.waitForEvent('popup')
  await link.press('Enter')
  const preview = await popup
  await expect(preview.getByRole('complementary', { name: 'Preview' })).toContainText('count-racks')
  await preview.goto(`${preview.url()}blog/racks-of-a-branch`)
  await expect(preview.getByText('We own forty racks.')).toBeVisible()
  expect(await seriousFaults(preview)).toEqual([])
  await preview.close()

  expect((await page.request.get(pagePaths.post('racks-of-a-branch'))).status()).toBe(404)
  await page.getByRole('button', { name: 'Publish count-racks' }).focus()
  await page.keyboard.press('Enter')
  await tabTo(page, 'Publish')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'How to push a branch' })).toBeVisible()
  await page.goto(pagePaths.post('racks-of-a-branch'))
  await expect(page.getByText('We own forty racks.')).toBeVisible()
  site.git('branch', '-D', 'count-racks')
})
