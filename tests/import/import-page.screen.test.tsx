import { expect, test } from 'bun:test'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import ImportPage from '#client/admin/import/import-page.tsx'
import { ADMIN_TOKEN_KEY } from '#client/api/session-keys.ts'
import type { ImportJobView, ImportPlanView } from '#contract/imports.ts'
import { pagePaths } from '#contract/paths.ts'
import { type Answers, answering } from '#tests/admin/answers.ts'
import { FramedRoutes } from '#tests/admin/framed-routes.tsx'
import { requestsThroughFetch } from '#tests/media/fake-request.ts'

const none = { groups: [], more: 0 }
const aPlan = (changes: Partial<ImportPlanView> = {}): ImportPlanView => ({
  system: 'WordPress',
  site_url: 'https://old.example',
  total: 3,
  rejected_count: 1,
  images: 4,
  live: { count: 1, titles: ['Bread'] },
  draft: { count: 1, titles: ['<b>Cake</b>'] },
  scheduled: { count: 0, titles: [] },
  rejected: { groups: [{ reason: 'the post was in the trash', count: 1, titles: ['Rye'] }], more: 0 },
  actions: { add: 2, update: 0, same: 0, edited: 0, deleted: 0 },
  changed: none,
  missing_images: none,
  dropped: none,
  new_terms: { categories: 1, tags: 0, authors: 1 },
  permalinks: [],
  notes: [],
  ...changes,
})
const aJob = (changes: Partial<ImportJobView> = {}): ImportJobView => ({
  id: '1',
  name: 'old.xml',
  by: 'Ann',
  into: '',
  phase: 'planned',
  progress: { done: 0, total: 0 },
  plan: aPlan(),
  report: null,
  problem: null,
  ...changes,
})
const reading = () => aJob({ phase: 'reading', plan: null, progress: { done: 25, total: 100 } })

/** The page of a site with this import. */
function openImport(first: ImportJobView | null, answers: Answers = {}) {
  let job = first
  requestsThroughFetch()
  const server = answering({
    'GET /api/leads': () => ({ body: { leads: [], next: null, unread: 0 } }),
    'GET /api/import': () => ({ body: { job } }),
    ...answers,
  })
  localStorage.setItem(ADMIN_TOKEN_KEY, 'a.b.c')
  render(
    <MemoryRouter initialEntries={[pagePaths.adminImport]}>
      <FramedRoutes pages={{ [pagePaths.adminImport]: <ImportPage /> }} />
    </MemoryRouter>,
  )
  const become = (next: ImportJobView | null) => {
    job = next
  }
  return { ...server, become, user: userEvent.setup({ applyAccept: false }) }
}
const status = () => screen.getAllByRole('status')[0]?.textContent
const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('uploads a file with its options, follows the reading, and shows the plan', async () => {
  const { user, calls, become } = openImport(null, {
    'POST /api/import': () => ({ status: 201, body: { job: reading() } }),
  })
  await button('Upload and plan')
  await user.upload(screen.getByLabelText('File'), new File(['<rss>'], 'old.xml', { type: 'text/xml' }))
  await user.type(screen.getByLabelText(/^Folder/), 'old-blog')
  await user.click(screen.getByLabelText('Import pages as posts, too'))
  await user.click(await button('Upload and plan'))
  const progress = await screen.findByRole('progressbar', { name: 'Reading old.xml' })
  expect(progress.getAttribute('value')).toBe('0.25')
  expect(status()).toBe('Reading old.xml: 20 %')
  const [sent] = calls('POST /api/import')
  expect(Object.fromEntries(sent?.query ?? [])).toEqual({ name: 'old.xml', into: 'old-blog', pages: 'true' })
  expect(sent?.headers.get('authorization')).toBe('Bearer a.b.c')
  become(aJob())
  await screen.findByRole('heading', { name: 'Plan for old.xml: 3 entries of WordPress' }, { timeout: 5_000 })
  expect(status()).toBe('The plan for old.xml is ready: 1 live, 1 draft, 0 scheduled, 1 rejected.')
})

test('names what is wrong with the file and the folder, and sends nothing', async () => {
  const { user, calls } = openImport(null)
  await user.upload(await screen.findByLabelText('File'), new File(['x'], 'old.exe'))
  expect(screen.getByText('This file can’t be imported. Choose a .zip, .xml or .json file.')).toBeTruthy()
  await user.type(screen.getByLabelText(/^Folder/), '../x')
  await user.click(await button('Upload and plan'))
  expect(screen.getByText('Choose a file first.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('File'))
  expect(screen.getByLabelText(/^Folder/).getAttribute('aria-invalid')).toBe('true')
  expect(calls('POST /api/import')).toEqual([])
})

test('groups what happens to posts by its reason, with titles as text', async () => {
  openImport(aJob())
  const rejected = within(await screen.findByRole('region', { name: 'Rejected' }))
  expect(rejected.getByText('1 × the post was in the trash')).toBeTruthy()
  expect(rejected.getByText('Rye')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Posts by state' })).getByText('<b>Cake</b>')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Changed' })).toBeNull()
})

test('imports once it is confirmed, then reports with links to the posts', async () => {
  const posts = [
    { id: 'bread', title: 'Bread', live: true },
    { id: 'cake', title: 'Cake', live: false },
  ]
  const report = { added: 2, updated: 0, images: 4, skipped: 0, posts }
  const { user, become, calls } = openImport(aJob(), {
    'POST /api/import/1/confirm': () => ({
      body: { job: aJob({ phase: 'writing', progress: { done: 1, total: 2 } }) },
    }),
    'DELETE /api/import/1': () => ({ body: { message: 'The import is removed from this page.' } }),
  })
  await user.click(await button('Import 2 posts'))
  expect(await screen.findByText('1 of 2 posts')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Cancel|Discard/ })).toBeNull()
  become(aJob({ phase: 'done', report }))
  const alert = await screen.findByRole('alert', {}, { timeout: 5_000 })
  expect(alert.textContent).toContain('old.xml is imported: 2 posts added, 0 updated, 4 images copied.')
  expect(screen.getByRole('link', { name: 'Bread' }).getAttribute('href')).toBe('/blog/bread')
  expect(screen.getByRole('link', { name: 'Cake' }).getAttribute('href')).toBe('/admin/blog/cake/edit')
  await user.click(await button('Close the report'))
  await button('Upload and plan')
  expect(calls('DELETE /api/import/1')).toHaveLength(1)
})

test('says why an import failed, and leads to the next one', async () => {
  const problem = 'This is not a complete zip file. Export it again.'
  const { user } = openImport(aJob({ phase: 'failed', plan: null, problem }), {
    'DELETE /api/import/1': () => ({ body: { message: 'The import is removed from this page.' } }),
  })
  expect((await screen.findByRole('alert')).textContent).toContain(problem)
  await user.click(await button('Choose a file'))
  await button('Upload and plan')
})

test('shows what another administrator has done in the meantime instead of what was asked', async () => {
  const { user, become } = openImport(aJob(), {
    'POST /api/import/1/confirm': () => ({ status: 404, body: { message: 'There is no such import any more.' } }),
  })
  const confirm = await button('Import 2 posts')
  become(null)
  await user.click(confirm)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('There is no such import any more.'))
  await button('Upload and plan')
})

test('lets another administrator see and cancel an upload', async () => {
  const uploading = aJob({ phase: 'uploading', plan: null, progress: { done: 1, total: 2 } })
  const { user, calls } = openImport(uploading, {
    'DELETE /api/import/1': () => ({ body: { message: 'The import is removed from this page.' } }),
  })
  await screen.findByRole('progressbar', { name: 'Ann is uploading old.xml' })
  await user.click(await button('Cancel import'))
  await button('Upload and plan')
  expect(calls('DELETE /api/import/1')).toHaveLength(1)
})

test('leaves the form as it was when an upload fails', async () => {
  const sent = Promise.withResolvers<void>()
  const { user } = openImport(null, {
    'POST /api/import': async () => {
      await sent.promise
      return { status: 409, body: { message: 'Another import is in progress.' } }
    },
  })
  await user.upload(await screen.findByLabelText('File'), new File(['<rss>'], 'old.xml'))
  await user.type(screen.getByLabelText(/^Folder/), 'old-blog')
  await user.click(await button('Upload and plan'))
  expect(document.activeElement).toBe(await screen.findByRole('region', { name: 'Upload in progress' }))
  expect(status()).toBe('Uploading old.xml: 50 %')
  sent.resolve()
  expect((await screen.findByRole('alert')).textContent).toBe('Another import is in progress.')
  expect(screen.getByLabelText<HTMLInputElement>(/^Folder/).value).toBe('old-blog')
  expect(screen.getByText('old.xml')).toBeTruthy()
})
