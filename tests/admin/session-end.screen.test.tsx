import { describe, expect, test } from 'bun:test'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSessionWatch } from '#client/admin/shell/use-session-watch.ts'
import { ADMIN_TOKEN_KEY, SESSION_ENDED_KEY } from '#client/api/session-keys.ts'
import { showSessionEnded } from '#client/app/frame/session-ended.tsx'
import { answering, lists } from '#tests/admin/answers.ts'
import { openDashboard, openEditor } from '#tests/admin/open-dashboard.tsx'

const ACCOUNT = 'GET /api/admin/account'
const LOG_OUT = 'DELETE /api/admin/session'
const account = {
  id: '1',
  name: 'Ann',
  email: 'ann@bakery.example',
  author: null,
  byline: 'Ann',
  code: null,
  confirmedUntil: '2026-03-01T10:00:00.000Z',
}
const LONG_MS = 3_600_000
const becomeVisible = () => document.dispatchEvent(new Event('visibilitychange'))
const ended = () => ({ status: 401, body: { message: 'Log in first.' } })

describe('a session that is ended elsewhere', () => {
  test('is noticed while a post is being written, and the text is kept', async () => {
    const { user, calls } = await openEditor({ ...lists(), [ACCOUNT]: ended }, /Create Post/)
    await user.type(screen.getByLabelText('Title'), 'Half a title')
    becomeVisible()
    await waitFor(() => expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBeNull())
    expect(sessionStorage.getItem(SESSION_ENDED_KEY)).not.toBeNull()
    expect(calls(ACCOUNT)[0]?.headers.get('authorization')).toBe('Bearer a.b.c')
    await waitFor(() => expect(localStorage.getItem('post-draft:new')).toContain('Half a title'))
  })

  test('is noticed at the latest after the interval', async () => {
    const { calls } = answering({ [ACCOUNT]: () => ({ body: account }) })
    const { unmount } = renderHook(() => useSessionWatch(true, 5, LONG_MS))
    await waitFor(() => expect(calls(ACCOUNT).length).toBeGreaterThan(1))
    unmount()
    const before = calls(ACCOUNT).length
    becomeVisible()
    expect(calls(ACCOUNT)).toHaveLength(before)
  })

  test('is looked for again soon after a check that failed', async () => {
    const { calls } = answering({ [ACCOUNT]: () => ({ status: 503, body: {} }) })
    const { unmount } = renderHook(() => useSessionWatch(true, LONG_MS, 5))
    becomeVisible()
    await waitFor(() => expect(calls(ACCOUNT).length).toBeGreaterThan(2))
    unmount()
  })

  test('is not assumed when the server cannot be reached', async () => {
    const { calls } = openDashboard(lists())
    await screen.findByRole('heading', { name: 'Blog Management Dashboard' })
    becomeVisible()
    await waitFor(() => expect(calls(ACCOUNT)).toHaveLength(1))
    expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBe('a.b.c')
    expect(sessionStorage.getItem(SESSION_ENDED_KEY)).toBeNull()
  })

  test('is said once on the next page, with a link to the login', async () => {
    sessionStorage.setItem(SESSION_ENDED_KEY, 'yes')
    act(showSessionEnded)
    expect((await screen.findByRole('alert')).textContent).toContain('Your session has ended.')
    expect(screen.getByRole('link', { name: 'Log in again' }).getAttribute('href')).toBe('/admin/login')
    expect(sessionStorage.getItem(SESSION_ENDED_KEY)).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'Log in again' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('Log out', () => {
  const press = async (answers: Parameters<typeof openDashboard>[0]) => {
    const page = openDashboard({ ...lists(), ...answers })
    await page.user.click(await screen.findByRole('button', { name: 'Log out' }))
    await screen.findByText(/^The login/)
    return page
  }
  const login = () => screen.getByText(/^The login/).textContent

  test('ends the session on the server, then removes the token and opens the login', async () => {
    const { calls } = await press({ [LOG_OUT]: () => ({ body: { message: 'Logged out.' } }) })
    expect(calls(LOG_OUT)[0]?.headers.get('authorization')).toBe('Bearer a.b.c')
    expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBeNull()
    expect(login()).toBe('The login')
  })

  test('leaves when the server does not answer, and says that the session may still be open', async () => {
    await press({})
    expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBeNull()
    expect(login()).toBe('The login: session-open')
  })

  test('leaves for the login without a warning when the session had ended before', async () => {
    await press({ [LOG_OUT]: ended })
    expect(login()).toBe('The login')
    expect(sessionStorage.getItem(SESSION_ENDED_KEY)).toBeNull()
  })
})
