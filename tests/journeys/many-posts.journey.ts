import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { logIn } from '#tests/helpers/dashboard.ts'
import { inFullRun, isFullRun } from '#tests/helpers/full-run.ts'
import { expect, test } from '#tests/helpers/journey.ts'
import { startSiteInGit } from '#tests/helpers/site-in-git.ts'

/** One of so many posts is a draft of Bo Berg. Writing and indexing 10,000 posts takes a minute on a busy machine. */
const STEP = isFullRun ? 100 : 1
const POSTS = 100 * STEP
const [first, second, third, fourth, far] = [50, 51, 52, 53, 85].map((one) => one * STEP)

const text = (number: number) => `---
title: Crate report ${number}
summary: What was in crate ${number}.
category: production
tags: [${number % 2 ? 'bakery' : 'milk'}]
author: ${number % STEP ? 'Ann Lee' : 'Bo Berg'}
date: 20${10 + (number % 10)}-0${1 + (number % 9)}-1${number % 10}
draft: ${number % STEP === 0}
---
Crate ${number} held ${number % 97} loaves.
`

/** So that axe can be injected into the page. */
test.use({ bypassCSP: true })

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('checkbox') })
const select = (page: Page, title: string, modifiers: 'Shift'[] = []) =>
  page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).click({ modifiers })

test('an administrator finds, changes, deletes and restores some of many posts', inFullRun(), async ({ page }) => {
  const numbers = Array.from({ length: POSTS }, (_, number) => number)
  const site = await startSiteInGit(Object.fromEntries(numbers.map((one) => [`posts/crate-${one}.md`, text(one)])))
  const file = (number: number | undefined) => stat(join(site.content, `posts/crate-${number}.md`))
  try {
    await logIn(page, site.url)
    await expect(rows(page)).toHaveCount(50)
    await expect(page.getByText(/^[\d,]+ posts$/)).toBeVisible()
    expect(await seriousFaults(page), 'dashboard').toEqual([])

    // The search index is filled after the start.
    await expect
      .poll(async () => (await page.request.get(`${site.url}/api/blog-posts?q=crate&page=1`)).status())
      .toBe(200)
    await page.getByLabel('Search').fill(`crate ${37 * STEP}`)
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL(/\?q=crate\+\d+$/)
    await page.reload()
    await expect(rows(page)).toHaveCount(1)
    await page.goBack()
    await expect(rows(page)).toHaveCount(50)
    await expect(page.getByLabel('Search')).toHaveValue('')

    await page.getByLabel('Show').selectOption('draft')
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByLabel('Author').fill('berg')
    await expect(page).toHaveURL(/author=berg$/)
    await page.getByLabel('Sort').selectOption('title-asc')
    await expect(rows(page).first()).toContainText('Crate report 0')
    await page.getByRole('link', { name: 'Page 2' }).click()
    await expect(page).toHaveURL(/state=draft&author=berg&sort=title&order=asc&page=2$/)
    await expect(rows(page).first()).toContainText(`Crate report ${first}`)

    await page.getByRole('link', { name: `Crate report ${far}`, exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Content', exact: true })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('link', { name: `Crate report ${far}`, exact: true })).toBeInViewport()

    await select(page, `Crate report ${first}`)
    await select(page, `Crate report ${third}`, ['Shift'])
    await expect(page.getByText('3 of 50 selected')).toBeVisible()
    await page.getByLabel('Action').selectOption('publish')
    await page.getByRole('button', { name: 'Apply' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('3 posts are drafts and appear on the blog.')
    expect(await seriousFaults(page), 'dialog').toEqual([])
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('3 posts published')).toBeVisible()
    expect((await page.request.get(`${site.url}/blog/crate-${second}`)).status()).toBe(200)

    const remove = async () => {
      await page.getByRole('button', { name: `Delete Crate report ${fourth}` }).click()
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(page.getByText(/^Post deleted/)).toBeVisible()
    }
    await remove()
    await expect(file(fourth)).rejects.toThrow()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('link', { name: `Crate report ${fourth}`, exact: true })).toBeVisible()
    await file(fourth)
    await remove()
    await page.getByRole('link', { name: 'Trash' }).click()
    await expect(page.getByText('Was a draft')).toBeVisible()
    expect(await seriousFaults(page), 'trash').toEqual([])
    await page.getByRole('button', { name: `Restore Crate report ${fourth}` }).click()
    await expect(page.getByText('No deleted posts')).toBeVisible()
    await file(fourth)
  } finally {
    await site.close()
  }
})
