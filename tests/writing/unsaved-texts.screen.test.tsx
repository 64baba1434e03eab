import { expect, test } from 'bun:test'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { OtherTexts } from '#client/admin/post-form/other-texts.tsx'
import UnsavedPage from '#client/admin/unsaved/unsaved-page.tsx'
import { ADMIN_TOKEN_KEY } from '#client/api/session-keys.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { type Answers, answering } from '#tests/admin/answers.ts'
import { FramedRoutes } from '#tests/admin/framed-routes.tsx'

const DAY_MS = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/** The line that names the texts, which are deleted in so many days. */
function lineFor(...days: number[]) {
  const heads = days.map((one) => ({
    key: `post-${one}`,
    title: `Due in ${one} days`,
    saved_at: inDays(one - 30),
    deleted_at: inDays(one),
  }))
  const { container, unmount } = render(
    <MemoryRouter>
      <OtherTexts heads={heads} />
    </MemoryRouter>,
  )
  const line = container.querySelector('summary')?.textContent
  const warnings = screen.queryAllByText(/Deleted on/).length
  unmount()
  return [line, warnings]
}

test('warns a week before unsaved texts are deleted', () => {
  expect(lineFor(20)).toEqual(['One unsaved text', 0])
  expect(lineFor(6)).toEqual(['One unsaved text, deleted within a week', 1])
  expect(lineFor(20, 6)).toEqual(['2 unsaved texts, one is deleted within a week', 1])
  expect(lineFor(20, 6, 1)).toEqual(['3 unsaved texts, 2 are deleted within a week', 2])
})

function openPage(answers: Answers) {
  const server = answering(answers)
  localStorage.setItem(ADMIN_TOKEN_KEY, 'a.b.c')
  render(
    <MemoryRouter initialEntries={[adminPaths.unsavedPage]}>
      <FramedRoutes pages={{ [adminPaths.unsavedPage]: <UnsavedPage /> }} />
    </MemoryRouter>,
  )
  return { user: userEvent.setup(), ...server }
}

test('the page of unsaved texts shows when and how long, and discards all after it has named their number', async () => {
  const head = (key: string, title: string, words: number) => ({
    ...{ key, title, words, saved_at: '2026-11-20T08:00:00.000Z', deleted_at: inDays(20) },
  })
  let copies = [head('post-rye', 'Rye', 1200), head('new-0123456789abcdef', ' ', 1)]
  const { user, calls } = openPage({
    'GET /api/working-copies': () => ({ body: { working_copies: copies } }),
    'POST /api/working-copies/discard': () => {
      copies = []
      return { body: { message: '2 unsaved texts were discarded.' } }
    },
  })
  const [rye, other] = within(await screen.findByRole('region', { name: 'Unsaved texts' })).getAllByRole('listitem')
  expect(rye?.textContent).toMatch(/Rye.*Nov 20, 2026.*1,200 words · of a post/)
  expect(other?.textContent).toMatch(/Without a title.*1 word · a new post/)
  expect(screen.getByRole('link', { name: 'Rye' }).getAttribute('href')).toBe('/admin/blog/rye/edit')
  await user.click(screen.getByRole('button', { name: 'Discard all …' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Discard 2 unsaved texts?' }))
  expect(calls('POST /api/working-copies/discard')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Discard all' }))
  expect(await screen.findByText('No unsaved texts')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
