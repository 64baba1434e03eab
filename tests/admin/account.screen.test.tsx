import { describe, expect, test } from 'bun:test'
import { render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import AccountPage from '#client/admin/account/account-page.tsx'
import { ADMIN_TOKEN_KEY } from '#client/api/session-keys.ts'
import { CONFIRMATION_NEEDED } from '#contract/confirmation.ts'
import { pagePaths } from '#contract/paths.ts'
import { answering } from './answers.ts'
import { FramedRoutes } from './framed-routes.tsx'
import { accountAnswers, anAccount, aSession, openAccount } from './open-account.tsx'

const CHANGE = 'POST /api/admin/account'
const region = (name: string) => within(screen.getByRole('region', { name }))
const changed = () => ({ body: anAccount() })

describe('the account page', () => {
  test('has its sections as headings in order, and marks its tab', async () => {
    await openAccount(accountAnswers())
    await screen.findByLabelText('Email of a new person')
    const headings = screen.getAllByRole('heading').map(({ tagName, textContent }) => `${tagName} ${textContent}`)
    expect(headings).toEqual([
      'H1 Account',
      'H2 Profile',
      'H2 Password',
      'H2 Authenticator app',
      'H2 Passkeys',
      'H2 Login',
      'H2 Sessions',
      'H2 People',
    ])
    const tabs = within(screen.getByRole('navigation', { name: 'Admin' }))
    expect(tabs.getByRole('link', { name: 'Account' }).getAttribute('aria-current')).toBe('page')
  })

  test('shows a failed load with a retry', async () => {
    answering({})
    localStorage.setItem(ADMIN_TOKEN_KEY, 'a.b.c')
    render(
      <MemoryRouter initialEntries={[pagePaths.adminAccount]}>
        <FramedRoutes pages={{ [pagePaths.adminAccount]: <AccountPage /> }} />
      </MemoryRouter>,
    )
    expect((await screen.findByRole('alert')).textContent).toContain('We could not reach the server.')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('the profile', () => {
  test('asks who somebody is who still has the default name, until new posts have an author', async () => {
    let account = anAccount({ name: 'Administrator', byline: null })
    const answers = accountAnswers()
    answers['GET /api/admin/account'] = () => ({ body: account })
    answers[CHANGE] = () => {
      account = anAccount()
      return { body: account }
    }
    const { user } = await openAccount(answers)
    const profile = region('Profile')
    expect(profile.getByRole('alert').textContent).toStartWith('Say who you are: write your name below')
    await user.clear(profile.getByLabelText('Name'))
    await user.type(profile.getByLabelText('Name'), 'Ada Baker{Enter}')
    await waitFor(() => expect(profile.queryByRole('alert')).toBeNull())
  })

  test('is saved, with a confirmation where the server asks for one', async () => {
    let confirmed = false
    const answers = accountAnswers({ account: anAccount({ author: 'ada' }) })
    answers[CHANGE] = () =>
      confirmed ? changed() : { status: 403, body: { message: CONFIRMATION_NEEDED, confirmation: 'password' } }
    answers['POST /api/admin/confirmation'] = () => {
      confirmed = true
      return { body: { confirmedUntil: new Date().toISOString() } }
    }
    const { user, calls } = await openAccount(answers)
    const profile = region('Profile')
    await user.clear(profile.getByLabelText('Email'))
    await user.type(profile.getByLabelText('Email'), 'new@baker.example')
    await user.selectOptions(profile.getByLabelText(/Author page/), 'None')
    await user.click(profile.getByRole('button', { name: 'Save profile' }))
    await screen.findByRole('dialog', { name: CONFIRMATION_NEEDED })
    await user.keyboard('correct horse{Enter}')
    expect(await screen.findByText('Profile saved. Your other sessions are ended')).toBeTruthy()
    expect(calls(CHANGE)[1]?.json).toEqual({ email: 'new@baker.example', author: null })
  })

  test('offers the authors that have a page', async () => {
    const answers = { ...accountAnswers({ account: anAccount({ author: 'ada' }) }), [CHANGE]: changed }
    const { user, calls } = await openAccount(answers)
    const field = region('Profile').getByRole('combobox', { name: /Author page/ })
    expect(await within(field).findByRole('option', { name: 'Ada Baker', selected: true })).toBeTruthy()
    await user.selectOptions(field, 'Eve Miller')
    await user.click(region('Profile').getByRole('button', { name: 'Save profile' }))
    expect(await screen.findByText('Profile saved')).toBeTruthy()
    expect(calls(CHANGE)[0]?.json).toEqual({ author: 'eve' })
  })

  test('is not sent with an invalid field, which is named', async () => {
    const { user, calls } = await openAccount(accountAnswers())
    const profile = region('Profile')
    await user.clear(profile.getByLabelText('Name'))
    await user.click(profile.getByRole('button', { name: 'Save profile' }))
    expect((await profile.findByRole('alert')).textContent).toContain('Name')
    expect(profile.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
    expect(calls(CHANGE)).toEqual([])
  })

  test('shows why the server rejects it, at the field', async () => {
    const message = 'Another administrator has this email.'
    const { user } = await openAccount({
      ...accountAnswers(),
      [CHANGE]: () => ({ status: 422, body: { message: 'Check the form.', errors: { email: { message } } } }),
    })
    const profile = region('Profile')
    await user.type(profile.getByLabelText('Email'), '.net{Enter}')
    expect(await profile.findAllByText(message)).toHaveLength(2)
    expect(document.activeElement).toBe(profile.getByRole('alert'))
  })
})

describe('a new password', () => {
  test('shows its strength at once, announces it after typing stops, and is understood by password managers', async () => {
    const { user } = await openAccount(accountAnswers())
    const field = region('Password').getByLabelText('New password')
    expect(field.getAttribute('autocomplete')).toBe('new-password')
    await user.click(field)
    await user.paste('short')
    expect(region('Password').getByText('Too short')).toBeTruthy()
    expect(region('Password').getByRole('status').textContent).toBe('')
    await user.clear(field)
    await user.paste('correct horse battery')
    expect(region('Password').getByText('Strong')).toBeTruthy()
    await waitFor(() => expect(region('Password').getByRole('status').textContent).toBe('Password strength: Strong.'))
  })

  test('can be shown and hidden', async () => {
    const { user } = await openAccount(accountAnswers())
    const field = region('Password').getByLabelText<HTMLInputElement>('New password')
    await user.click(region('Password').getByRole('button', { name: 'Show password' }))
    expect(field.type).toBe('text')
    await user.click(region('Password').getByRole('button', { name: 'Hide password' }))
    expect(field.type).toBe('password')
  })

  test('is the only thing that is sent; its field is empty and the sessions are loaded again afterwards', async () => {
    const { user, calls } = await openAccount({ ...accountAnswers(), [CHANGE]: changed })
    await user.type(region('Password').getByLabelText('New password'), 'correct horse battery{Enter}')
    expect(await screen.findByText(/^Password changed/)).toBeTruthy()
    expect(calls(CHANGE).map(({ json }) => json)).toEqual([{ password: 'correct horse battery' }])
    expect(region('Password').getByLabelText<HTMLInputElement>('New password').value).toBe('')
    await waitFor(() => expect(calls('GET /api/admin/sessions')).toHaveLength(2))
  })
})

describe('the sessions', () => {
  test('all end with "Log out everywhere", before the login opens', async () => {
    const { user, calls } = await openAccount({
      ...accountAnswers(),
      'DELETE /api/admin/sessions': () => ({ body: { message: 'Logged out.' } }),
    })
    await user.click(await screen.findByRole('button', { name: 'Log out everywhere' }))
    expect(await screen.findByText('The login')).toBeTruthy()
    expect(calls('DELETE /api/admin/sessions')).toHaveLength(1)
    expect(localStorage.getItem(ADMIN_TOKEN_KEY)).toBeNull()
  })

  const mine = aSession({ id: 's1', current: true, browser: 'Chrome on Windows' })
  const other = aSession({ id: 's2' })

  test('mark this one and end another one, with the focus in the section', async () => {
    const answers = accountAnswers({ sessions: [mine, other] })
    answers['DELETE /api/admin/sessions/s2'] = () => {
      Object.assign(answers, accountAnswers({ sessions: [mine] }))
      return { body: { message: 'Ended.' } }
    }
    const { user, calls } = await openAccount(answers)
    const list = await screen.findByRole('list', { name: 'Sessions' })
    const rows = within(list).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent?.includes('This session'))).toEqual([true, false])
    expect(rows[1]?.textContent).toContain('203.0.113.0/24')
    expect(within(list).getAllByRole('button')).toHaveLength(1)
    await user.click(within(list).getByRole('button', { name: /^End the session of Firefox on Linux/ }))
    await waitFor(() => expect(screen.queryByText('Firefox on Linux')).toBeNull())
    expect(screen.getByText('The session of Firefox on Linux is ended')).toBeTruthy()
    expect(calls('DELETE /api/admin/sessions/s2')).toHaveLength(1)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Sessions'))
    expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull()
  })

  test('are ended together, except this one', async () => {
    const answers = accountAnswers({ sessions: [mine, other] })
    answers['DELETE /api/admin/sessions/others'] = () => {
      Object.assign(answers, accountAnswers({ sessions: [mine] }))
      return { body: { message: 'Ended.' } }
    }
    const { user } = await openAccount(answers)
    await user.click(await screen.findByRole('button', { name: 'End all other sessions' }))
    await waitFor(() => expect(screen.queryByText('Firefox on Linux')).toBeNull())
    expect(screen.getByText('Chrome on Windows')).toBeTruthy()
  })

  test('show a failure and keep the list', async () => {
    const { user } = await openAccount({
      ...accountAnswers({ sessions: [mine, other] }),
      'DELETE /api/admin/sessions/s2': () => ({ status: 503, body: { message: 'Not now.' } }),
    })
    await user.click(await screen.findByRole('button', { name: /^End the session of Firefox/ }))
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
    expect(screen.getByText('Firefox on Linux')).toBeTruthy()
  })

  test('are shown in part when there are many, and the rest takes the focus', async () => {
    const many = Array.from({ length: 14 }, (_, place) =>
      aSession({ id: `other${place}`, address: `203.0.${place}.0/24` }),
    )
    const { user } = await openAccount(accountAnswers({ sessions: [mine, ...many] }))
    const list = await screen.findByRole('list', { name: 'Sessions' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(10)
    await user.click(screen.getByRole('button', { name: 'Show all 15 sessions' }))
    expect(within(list).getAllByRole('listitem')).toHaveLength(15)
    expect(document.activeElement?.closest('li')?.textContent).toContain('203.0.9.0/24')
  })
})
