import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { storeToken } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, test } from '#tests/helpers/journey.ts'
import { aPost, pushBranch } from './push-branch.ts'

const isFocused = (element: Locator) => element.evaluate((one) => one === document.activeElement)

/** Moves the focus with the Tab key until it is on the element with this name. */
const tabTo = (page: Page, name: string) =>
  tabUntil(page, () =>
    page.evaluate((wanted) => {
      const { activeElement } = document
      return (activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '').trim() === wanted
    }, name),
  )

async function tabUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab')
    expect(await isThere()).toBe(true)
  }).toPass({ intervals: [0] })
}

test.use({ bypassCSP: true })

test('a pushed branch is listed, walked, compared and published, with the keyboard alone', async ({ page, site }) => {
  await storeToken(page)
  await page.goto(adminPaths.branchesPage)
  await expect(page.getByRole('list', { name: 'How to push a branch' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  await pushBranch(dirname(site.content), 'count-racks', {
    'posts/racks-of-a-branch.md': aPost('Racks of a branch', 'We own forty racks.'),
  })
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

test(
  'a conflict is decided with the keyboard alone, and the post is live as it was decided',
  inFullRun(),
  async ({ page, site }) => {
    await site.commit('posts/both.md', aPost('Racks of both', 'We own forty racks.'), 'Add racks')
    await pushBranch(dirname(site.content), 'more-racks', {
      'posts/both.md': aPost('Racks of both', 'We own fifty racks.'),
    })
    await site.commit('posts/both.md', aPost('Racks of both', 'We own thirty racks.'), 'Count again')
    await storeToken(page)
    await page.goto(adminPaths.branchesPage)
    const publish = page.getByRole('button', { name: 'Publish more-racks' })
    await expect(publish).toBeVisible()
    await expect(page.getByRole('button', { name: 'Preview more-racks' })).toBeHidden()
    expect(await seriousFaults(page)).toEqual([])

    await publish.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Decide about posts/both.md' })
    await expect(dialog.getByRole('heading', { name: 'Both changed the same parts' })).toBeFocused()
    expect(await seriousFaults(page)).toEqual([])
    await tabUntil(page, () => isFocused(dialog.getByRole('radio', { name: 'Take the live site' })))
    await page.keyboard.press('ArrowDown')
    await expect(dialog.getByRole('radio', { name: 'Take the branch' })).toBeChecked()
    await expect(dialog.getByText('1 of 1 decided.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Publish' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'more-racks' })).toBeHidden()
    await page.goto(pagePaths.post('both'))
    await expect(page.getByText('We own fifty racks.')).toBeVisible()
    site.git('branch', '-D', 'more-racks')
  },
)

test('a hostile branch is listed with what is wrong, and cannot be published', inFullRun(), async ({ page, site }) => {
  await pushBranch(dirname(site.content), 'hostile', { 'posts/bad.md': '---\ntitle: [\n---\n' }, async (clone) => {
    await symlink('/etc/passwd', join(clone, 'content/posts/link.md'))
    await mkdir(join(clone, 'storage/private'), { recursive: true })
    await writeFile(join(clone, 'storage/private/admin.json'), '{}')
  })
  await pushBranch(dirname(site.content), 'many', {}, async (clone) => {
    for (let at = 0; at < 10_000; at++) await writeFile(join(clone, `content/posts/p${at}.md`), 'x')
  })
  await storeToken(page)
  await page.goto(adminPaths.branchesPage)
  const item = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(item('hostile')).toContainText('It changes files that the site does not merge')
  for (const file of ['content/posts/link.md', 'storage/private/admin.json'])
    await expect(item('hostile')).toContainText(file)
  await expect(item('hostile')).toContainText('The checks find one error')
  await expect(item('many')).toContainText('10,000 files changed')
  await expect(item('many')).toContainText('more than 500 files')
  for (const name of ['hostile', 'many']) await expect(item(name).getByRole('button', { name: 'Publish' })).toBeHidden()
  expect(await seriousFaults(page)).toEqual([])

  await item('hostile').getByRole('button', { name: 'Preview' }).click()
  const link = item('hostile').getByRole('link', { name: 'Open the site with this branch' })
  const url = (await link.getAttribute('href')) ?? ''
  for (const id of ['link', 'bad']) expect((await page.request.get(`${url}blog/${id}`)).status()).toBe(404)
  site.git('branch', '-D', 'hostile', 'many')
})
