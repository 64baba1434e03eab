import { describe, expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import InvitePage from '#client/admin/account/invite-page.tsx'
import LoginPage from '#client/admin/login/login-page.tsx'
import { ADMIN_TOKEN_KEY } from '#client/api/session-keys.ts'
import { INVALID_INVITATION } from '#contract/account-forms.ts'
import { pagePaths } from '#contract/paths.ts'
import { aSite } from '#tests/helpers/cards.ts'
import { type Answers, answering } from './answers.ts'

const ACCEPT = 'POST /api/admin/invitations/accept'
const INVITATION_LOOKUP = 'POST /api/admin/invitations/lookup'
const LOG_OUT = 'DELETE /api/admin/session'
const TOKEN = 'k7mq-secret'
const EMAIL = 'eve@baker.example'
const invited = (invitedBy = 'Ada Baker') => ({ [INVITATION_LOOKUP]: () => ({ body: { email: EMAIL, invitedBy } }) })
const invalid = () => ({ status: 422, body: { message: INVALID_INVITATION } })
const done = () => ({ body: { message: 'Done.' } })

/** Opens the link of an invitation. Without a fragment, its token was lost. */
function openLink(answers: Answers = invited(), fragment = `#${TOKEN}`) {
  window.happyDOM?.setURL(`http://localhost${pagePaths.adminInvite}${fragment}`)
  const server = answering(answers)
  const site = aSite({ name: 'Acme' })
  render(
    <MemoryRouter initialEntries={[pagePaths.adminInvite]}>
      <Routes>
        <Route path={pagePaths.adminInvite} element={<InvitePage data={null} site={site} />} />
        <Route path={pagePaths.adminLogin} element={<LoginPage data={null} site={site} />} />
      </Routes>
    </MemoryRouter>,
  )
  return { user: userEvent.setup(), ...server }
}

async function accept(answers: Answers) {
  const page = openLink({ ...invited(), ...answers })
  await page.user.type(await screen.findByLabelText('Name'), 'Eve Miller')
  await page.user.type(screen.getByLabelText('Password'), 'correct horse battery{Enter}')
  return page
}

describe('the link of an invitation', () => {
  test('creates an account, and the login says so', async () => {
    const { calls } = await accept({ [ACCEPT]: done })
    expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('Your account is ready.')
    expect(calls(ACCEPT).map(({ json }) => json)).toEqual([
      { token: TOKEN, name: 'Eve Miller', password: 'correct horse battery' },
    ])
  })

  test('loses its token from the address bar, and no URL of a request contains it', async () => {
    const { asked } = await accept({ [ACCEPT]: done })
    await screen.findByRole('heading', { name: 'Admin Login' })
    expect(window.location.href).toBe(`http://localhost${pagePaths.adminInvite}`)
    expect(asked.map(({ call, query }) => `${call}?${query}`).join('\n')).not.toContain(TOKEN)
  })

  test('shows the strength of the password, without the name counting', async () => {
    const { user } = openLink()
    await user.type(await screen.findByLabelText('Name'), 'Eve Miller')
    await user.type(screen.getByLabelText('Password'), 'Millermiller')
    expect(screen.getByText('Weak')).toBeTruthy()
    expect(screen.getByText(/Leave out your name/)).toBeTruthy()
  })

  test('names who is invited by whom, and gives password managers the e-mail', async () => {
    const { calls } = openLink()
    expect(await screen.findByText(/^Ada Baker invites you to write and manage Acme\./)).toBeTruthy()
    const field = screen.getByLabelText<HTMLInputElement>('Email')
    expect([field.value, field.autocomplete, field.readOnly]).toEqual([EMAIL, 'username', true])
    expect(calls(INVITATION_LOOKUP).map(({ json }) => json)).toEqual([{ token: TOKEN }])
  })

  test('of the shell names no inviter', async () => {
    openLink(invited('shell'))
    expect(await screen.findByText(/^You are invited to write and manage Acme\./)).toBeTruthy()
  })

  test('that is no longer valid says so at once, without a form', async () => {
    openLink({ [INVITATION_LOOKUP]: invalid })
    expect((await screen.findByRole('alert')).textContent).toContain(INVALID_INVITATION)
    expect(screen.queryByLabelText('Name')).toBeNull()
  })

  test('can be tried again where the server could not answer', async () => {
    let isUp = false
    const { user } = openLink({
      [INVITATION_LOOKUP]: () =>
        isUp ? invited()[INVITATION_LOOKUP]() : { status: 503, body: { message: 'Please try again.' } },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Please try again.')
    isUp = true
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByLabelText('Name')).toBeTruthy()
  })

  test('is explained without a token', async () => {
    const { asked } = openLink({}, '')
    expect((await screen.findByRole('alert')).textContent).toContain(INVALID_INVITATION)
    expect(screen.queryByLabelText('Name')).toBeNull()
    expect(asked).toEqual([])
  })

  test('is explained when it was used, has expired or was withdrawn since the page was opened', async () => {
    await accept({ [ACCEPT]: invalid })
    expect(await screen.findByText(INVALID_INVITATION)).toBeTruthy()
    expect(screen.queryByLabelText('Name')).toBeNull()
    expect(screen.getByRole('link', { name: 'Go to login' })).toBeTruthy()
  })

  test('shows a rejected password at its field', async () => {
    const message = 'Password is one of the 10,000 most common passwords: choose another one'
    await accept({ [ACCEPT]: () => ({ status: 422, body: { message, errors: { password: { message } } } }) })
    expect(await screen.findAllByText(message)).toHaveLength(2)
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
  })

  test('logs out another administrator of this browser, so that the login is shown', async () => {
    localStorage.setItem(ADMIN_TOKEN_KEY, 'a.b.c')
    const { calls } = await accept({ [ACCEPT]: done, [LOG_OUT]: done })
    expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeTruthy()
    expect(calls(LOG_OUT)).toHaveLength(1)
    expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBeNull()
  })
})
