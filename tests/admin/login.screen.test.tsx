import { describe, expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import type userEvent from '@testing-library/user-event'
import { ADMIN_TOKEN_KEY } from '#client/api/session-keys.ts'
import type { Answers } from '#tests/admin/answers.ts'
import { openLogin } from './open-login.tsx'

const loginAnswers = (status: number, body: unknown): Answers => ({ 'POST /api/admin/login': () => ({ status, body }) })

async function logIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Email'), 'editor@acme.example')
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
}

describe('the login page', () => {
  test('sends e-mail and password on Enter, stores the token and opens the dashboard', async () => {
    const { user, calls } = openLogin(loginAnswers(200, { token: 'a.b.c', deviceToken: 'd.e.f' }))
    await logIn(user)
    expect(await screen.findByText('The dashboard')).toBeTruthy()
    expect(calls('POST /api/admin/login')[0]?.json).toEqual({ email: 'editor@acme.example', password: 'correct horse' })
    expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBe('a.b.c')
  })

  test("shows the response's message in a focused alert when the login fails", async () => {
    const { user } = openLogin(loginAnswers(429, { message: 'Too many attempts. Try again in 15 minutes.' }))
    await logIn(user)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Too many attempts. Try again in 15 minutes.')
    expect(document.activeElement).toBe(alert)
  })

  test("shows 'Invalid credentials' when the response has no message", async () => {
    const { user } = openLogin(loginAnswers(500, {}))
    await logIn(user)
    expect((await screen.findByRole('alert')).textContent).toContain('Invalid credentials')
  })

  test.each([
    ['https://acme.example', 'This site expects https://acme.example; your browser is at '],
    ['', 'This site has no PUBLIC_URL; your browser is at '],
  ])('says what to set where the site expects the origin "%s"', async (expectedOrigin, words) => {
    const rejected = { message: 'Writes from another website are refused.', expectedOrigin }
    const { user } = openLogin(loginAnswers(403, rejected))
    await logIn(user)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(`${words}${location.origin}. Set PUBLIC_URL, or pass Host in the proxy.`)
  })

  test.each(['SecurityError', 'QuotaExceededError'])(
    'says what to do when storing data fails with %s, and opens no session',
    async (name) => {
      const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
      const setItem = () => {
        throw new DOMException('denied', name)
      }
      const full = { getItem: () => null, removeItem: () => {}, setItem }
      Object.defineProperty(globalThis, 'localStorage', { value: full, configurable: true })
      const { user, calls } = openLogin(loginAnswers(200, { token: 'a.b.c', deviceToken: 'd.e.f' }))
      await logIn(user)
      const alert = await screen.findByRole('alert')
      expect(alert.textContent).toContain('Allow cookies and site data for this site in the settings of the browser')
      expect(calls('POST /api/admin/login')).toEqual([])
      Object.defineProperty(globalThis, 'localStorage', own ?? { value: undefined })
    },
  )

  test('reports a network failure without blaming the credentials', async () => {
    const { user } = openLogin()
    await logIn(user)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('could not reach the server')
    expect(screen.getByRole('button', { name: 'Login' }).getAttribute('aria-disabled')).toBeNull()
  })

  test('marks empty fields and sends nothing', async () => {
    const { user, asked } = openLogin()
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect(screen.getByText('Email is required.')).toBeTruthy()
    expect(screen.getByText('Password is required.')).toBeTruthy()
    expect(asked).toEqual([])
  })

  test('ignores a second click while the first login is in progress', async () => {
    const { user, calls } = openLogin({ 'POST /api/admin/login': () => new Promise(() => {}) })
    await logIn(user)
    await user.click(screen.getByRole('button', { name: /Logging in/ }))
    expect(calls('POST /api/admin/login')).toHaveLength(1)
  })

  test('redirects a user with a session to the dashboard', () => {
    localStorage.setItem(ADMIN_TOKEN_KEY, 'a.b.c')
    openLogin()
    expect(screen.getByText('The dashboard')).toBeTruthy()
  })

  test('marks its fields for password managers', () => {
    openLogin()
    expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('username')
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password')
  })
})

test('a login is sent again by itself while the server is full', async () => {
  let isFull = true
  const busy = { status: 503, body: { message: 'Too many logins at once.' }, headers: { 'retry-after': '1' } }
  const { user, calls } = openLogin({
    'POST /api/admin/login': () => {
      const answer = isFull ? busy : { status: 200, body: { token: 'a.b.c', deviceToken: 'd.e.f' } }
      isFull = false
      return answer
    },
  })
  await logIn(user)
  expect(await screen.findByText(/We are very busy right now/)).toBeTruthy()
  expect(await screen.findByText('The dashboard', {}, { timeout: 5_000 })).toBeTruthy()
  expect(calls('POST /api/admin/login')).toHaveLength(2)
})
