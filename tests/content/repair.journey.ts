import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dashboardHeading, logIn } from '#tests/helpers/dashboard.ts'
import { expect, forgive, test } from '#tests/helpers/journey.ts'

const post = (date: string, body: string) => `---
title: Broken at night
summary: Written in vim, at night.
category: production
date: ${date}
---
${body}
`

test('a post that was broken in its file is repaired in the browser, and is live again', async ({
  page,
  site,
  complaints,
}) => {
  const file = join(site.content, 'posts', 'broken-at-night.md')
  const live = async () => (await fetch(`${site.url}/blog/broken-at-night`)).text()
  await writeFile(file, post('2026-01-02', 'The first version.'))
  await expect.poll(live).toContain('The first version.')
  await writeFile(file, post('tomorrow', 'The second version.'))
  await expect.poll(async () => (await (await fetch(`${site.url}/readyz`)).json()).content).toBe('invalid')

  await logIn(page)
  await page.getByRole('link', { name: 'Repair posts/broken-at-night.md' }).click()
  const text = page.getByRole('textbox', { name: 'Text of posts/broken-at-night.md' })
  await expect(text).toBeFocused()
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText('Line 5')
  await expect(page.locator('.cm-problem-error')).toHaveText('tomorrow')
  expect(await live()).toContain('The first version.')

  // The cursor is at the problem. A wrong correction is rejected.
  await page.keyboard.press('Shift+End')
  await page.keyboard.type('today')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('alert')).toContainText('Nothing was saved: line 5 is still invalid.')
  await expect(page.locator('.cm-problem-error')).toHaveText('today')

  await expect(text).toBeFocused()
  await page.keyboard.press('Shift+End')
  await page.keyboard.type('2026-01-02')
  await page.getByRole('button', { name: 'Save file' }).click()
  await expect(page.getByRole('alert')).toContainText('posts/broken-at-night.md is repaired.')
  await page.getByRole('alert').getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(dashboardHeading(page)).toBeVisible()
  await expect(page.getByText(/^All posts/)).toBeAttached()
  await expect(page.getByRole('region', { name: 'Problems in content files' })).toBeHidden()
  expect(await live()).toContain('The second version.')
  forgive(complaints, /422/)
  await rm(file)
  await expect.poll(async () => (await fetch(`${site.url}/api/blog-posts/broken-at-night`)).status).toBe(404)
})
