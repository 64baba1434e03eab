import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { confirmDeletion, logIn, logInWithForm, logOut } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, forgive, test } from '#tests/helpers/journey.ts'

async function aPicture(): Promise<Buffer> {
  const folder = 'storage/public/posts'
  const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('-480.webp'))
  return readFile(join(folder, name))
}

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

test('the administrator logs in, creates a post with image and tags, changes and deletes it', async ({
  page,
  site,
}) => {
  await logInWithForm(page)
  await page.getByRole('button', { name: 'Create Post' }).click()
  const editor = page.getByRole('dialog', { name: 'Create Blog Post' })
  await editor.getByLabel('Title').fill('A <b>bold</b> new shelf plan')
  await editor.getByLabel('Summary (HTML)').fill('<p>Shelves by weekday.</p>')
  await editor.getByLabel('Content (HTML)').fill('<h2>Why</h2><p>Because <script>alert(1)</script>Friday is near.</p>')
  await editor.getByLabel('Category').selectOption({ index: 1 })
  await editor.getByLabel('Tags', { exact: true }).fill('Shelving journey')
  await editor.getByLabel('Tags', { exact: true }).press('Enter')
  await expect(editor.getByRole('button', { name: /Remove.*Shelving journey/ })).toBeVisible()
  await editor
    .locator('input[type=file]')
    .setInputFiles({ name: 'shelf.webp', mimeType: 'image/webp', buffer: await aPicture() })
  await expect(editor.getByText('shelf.webp')).toBeVisible()
  await editor.getByRole('button', { name: 'Create Post' }).click()
  await expect(editor).toBeHidden()
  await expect(row(page, 'A <b>bold</b> new shelf plan')).toBeVisible()

  const posts = join(site.content, 'posts')
  const file = (await readdir(posts)).find((name) => name.includes('new-shelf-plan')) ?? ''
  expect(await readFile(join(posts, file), 'utf8')).toContain('Friday is near')

  await page.goto(`/blog/${file.replace('.html', '')}`)
  await expect(page.getByRole('heading', { level: 1, name: 'A <b>bold</b> new shelf plan' })).toBeVisible()
  await expect(page.getByText('Because Friday is near.')).toBeVisible()
  await expect(page.getByText('Shelving journey')).toBeVisible()

  await page.goto('/admin/blog')
  await row(page, 'new shelf plan').getByRole('button', { name: /Edit/ }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Blog Post' })
  await expect(edit.getByText('Current image will be kept')).toBeVisible()
  await edit.getByLabel('Title').fill('A better shelf plan')
  await edit.getByRole('button', { name: 'Update Post' }).click()
  await expect(edit).toBeHidden()
  await expect(row(page, 'A better shelf plan')).toBeVisible()

  await confirmDeletion(page, row(page, 'A better shelf plan').getByRole('button', { name: /Delete/ }))
  await expect(row(page, 'A better shelf plan')).toHaveCount(0)
  expect(await readdir(posts)).not.toContain(file)
})

test(
  'categories and tags are added and deleted; a category in use is rejected with the number of its posts',
  inFullRun(),
  async ({ page, complaints }) => {
    await logIn(page)
    const categories = page.getByRole('region', { name: 'Categories' })
    await categories.getByLabel('New Categories (comma-separated)').fill('Journey one, , Journey two')
    await categories.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(categories.getByText('Journey one')).toBeVisible()
    await confirmDeletion(page, categories.getByRole('button', { name: /Delete.*Journey one/ }))
    await expect(categories.getByText('Journey one')).toHaveCount(0)

    await confirmDeletion(page, categories.getByRole('button', { name: /Delete/ }).first())
    await expect(page.getByRole('alert')).toContainText(/\d+ posts?/)
    forgive(complaints, /409/)

    const tags = page.getByRole('region', { name: 'Tags' })
    await tags.getByLabel('New Tags (comma-separated)').fill('Journey tag')
    await tags.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(tags.getByText('Journey tag')).toBeVisible()
    await confirmDeletion(page, tags.getByRole('button', { name: 'Delete Journey tag' }))
    await expect(tags.getByText('Journey tag')).toHaveCount(0)
  },
)

test(
  'wrong credentials and empty fields show different messages, and the page stays',
  inFullRun(),
  async ({ page, complaints }) => {
    await page.goto('/admin/login')
    await page.getByLabel('Email').fill('somebody@palletry.example')
    await page.getByLabel('Password', { exact: true }).fill('wrong horse battery')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('alert')).toContainText('Invalid credentials')
    await expect(page).toHaveURL(/\/admin\/login$/)
    forgive(complaints, /422/)
  },
)

test(
  'the dashboard without a token opens the login; Log out removes the token, and the logo opens the website',
  inFullRun(),
  async ({ page }) => {
    await page.goto('/admin/blog')
    await expect(page).toHaveURL(/\/admin\/login$/)
    await logInWithForm(page)
    await logOut(page)
    await expect(page).toHaveURL(/\/admin\/login$/)
    expect(await page.evaluate(() => localStorage.getItem('admin_token'))).toBeNull()
    await page.getByRole('link', { name: 'Palletry home' }).click()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  },
)

test(
  'a save with an expired token opens the home page and loses no text',
  inFullRun(),
  async ({ page, complaints }) => {
    await logInWithForm(page)
    await page.getByRole('button', { name: 'Create Post' }).click()
    const editor = page.getByRole('dialog', { name: 'Create Blog Post' })
    await editor.getByLabel('Title').fill('Written for an hour')
    await editor.getByLabel('Summary (HTML)').fill('Long')
    await editor.getByLabel('Content (HTML)').fill('Longer')
    await editor.getByLabel('Category').selectOption({ index: 1 })
    await page.evaluate(() => localStorage.setItem('admin_token', 'a.b.c'))
    await editor.getByRole('button', { name: 'Create Post' }).click()
    await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/$/)
    await logInWithForm(page)
    await page.getByRole('button', { name: 'Create Post' }).click()
    await page.getByRole('button', { name: /Restore/ }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Written for an hour')
    forgive(complaints, /401/)
  },
)
