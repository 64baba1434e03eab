import { expect, test } from 'bun:test'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import TrashPage from '#client/admin/trash/trash-page.tsx'
import { ADMIN_TOKEN_KEY } from '#client/api/session-keys.ts'
import { pagePaths } from '#contract/paths.ts'
import type { DeletedPost } from '#contract/trash.ts'
import { type Answers, answering } from '#tests/admin/answers.ts'
import { FramedRoutes } from '#tests/admin/framed-routes.tsx'

const post = (id: string, changes: Partial<DeletedPost> = {}): DeletedPost => ({
  id,
  title: `Post ${id}`,
  at: '2026-11-20T08:00:00.000Z',
  author: 'Ann Lee',
  state: 'live',
  problem: null,
  ...changes,
})
const trashOf = (posts: DeletedPost[], changes = {}) => ({
  body: { kept: true, posts, total: posts.length, page: 1, pages: 1, more: false, ...changes },
})

function openTrash(answers: Answers, url = '/admin/trash') {
  const server = answering(answers)
  localStorage.setItem(ADMIN_TOKEN_KEY, 'a.b.c')
  render(
    <MemoryRouter initialEntries={[url]}>
      <FramedRoutes pages={{ [pagePaths.adminTrash]: <TrashPage /> }} />
    </MemoryRouter>,
  )
  return { user: userEvent.setup(), ...server }
}

test('the trash lists deleted posts with who and when, and what a restore means for visitors', async () => {
  openTrash({
    'GET /api/trash': () =>
      trashOf([
        post('a'),
        post('b', { state: 'draft' }),
        post('c', { state: null, problem: 'c.md:3:1 date: is missing' }),
      ]),
  })
  const [a, b, c] = await screen.findAllByRole('listitem')
  // The focus would scroll the bar of the dashboard away.
  expect(document.activeElement).toBe(document.body)
  expect(a?.textContent).toMatch(/Post aDeleted by Ann Lee on Nov 20, 2026.*visitors see it again/)
  expect(b?.textContent).toContain('Was a draft')
  expect(c?.textContent).toContain('It can’t be restored here: c.md:3:1 date: is missing')
  expect(screen.getAllByRole('button', { name: /^Restore/ })).toHaveLength(2)
})

test('the trash restores a post, says so, and keeps the focus in the list', async () => {
  let posts = [post('a'), post('b')]
  const { user, calls } = openTrash({
    'GET /api/trash': () => trashOf(posts),
    'POST /api/trash/a/restore': () => {
      posts = [post('b')]
      return { body: { message: 'The post was restored. The tag "pies" no longer exists.' } }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Restore Post a' }))
  expect(await screen.findByText('The post was restored. The tag "pies" no longer exists.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Post a')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Deleted posts' }))
  expect(calls('POST /api/trash/a/restore')).toHaveLength(1)
})

test('the trash shows why a post cannot be restored', async () => {
  const message = 'Another post has this address now. Change its address, then restore this post.'
  const { user } = openTrash({
    'GET /api/trash': () => trashOf([post('a')]),
    'POST /api/trash/a/restore': () => ({ status: 409, body: { message } }),
  })
  await user.click(await screen.findByRole('button', { name: 'Restore Post a' }))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
})

test('the trash has pages, each with its own URL', async () => {
  const { calls } = openTrash(
    { 'GET /api/trash': () => trashOf([post('a')], { total: 60, page: 2, pages: 2, more: true }) },
    '/admin/trash?page=2',
  )
  expect((await screen.findByRole('link', { name: 'Page 1' })).getAttribute('href')).toBe('/admin/trash?page=1')
  expect(calls('GET /api/trash')[0]?.query.get('page')).toBe('2')
  expect(screen.getByText(/longer ago are not listed/)).toBeTruthy()
})

test('the trash leads from a page whose last post was restored to the first one', async () => {
  openTrash({ 'GET /api/trash': () => trashOf([], { total: 50, page: 2, pages: 1 }) }, '/admin/trash?page=2')
  expect((await screen.findByRole('link', { name: 'First page' })).getAttribute('href')).toBe('/admin/trash')
})

test('the trash is empty, or says why there is none and offers nothing', async () => {
  openTrash({ 'GET /api/trash': () => trashOf([]) })
  expect(await screen.findByText('No deleted posts')).toBeTruthy()
  openTrash({ 'GET /api/trash': () => ({ body: { kept: false, reason: 'GIT_COMMIT is off.' } }) })
  expect(await screen.findByText('There is no trash')).toBeTruthy()
  expect(screen.getByText(/GIT_COMMIT is off\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Start history' }).getAttribute('href')).toBe('/admin/site')
  expect(screen.queryByRole('button', { name: /Restore/ })).toBeNull()
})
