import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route } from 'react-router-dom'
import AccountPage from '#client/admin/account/account-page.tsx'
import { ADMIN_TOKEN_KEY } from '#client/api/session-keys.ts'
import type { Account, AdministratorList, Session } from '#contract/accounts.ts'
import type { PasskeyList } from '#contract/passkeys.ts'
import { pagePaths } from '#contract/paths.ts'
import { type Answers, answering } from './answers.ts'
import { FramedRoutes } from './framed-routes.tsx'

export const anAccount = (changes: Partial<Account> = {}): Account => ({
  id: 'a1',
  name: 'Ada Baker',
  email: 'ada@baker.example',
  author: null,
  byline: 'Ada Baker',
  code: null,
  confirmedUntil: new Date().toISOString(),
  ...changes,
})

export const aSession = (changes: Partial<Session> = {}): Session => ({
  id: 's1',
  current: false,
  started: new Date().toISOString(),
  lastUsed: new Date().toISOString(),
  browser: 'Firefox on Linux',
  address: '203.0.113.0/24',
  ...changes,
})

export const anAdministrator = (
  changes: Partial<AdministratorList['administrators'][number]> = {},
): AdministratorList['administrators'][number] => ({
  id: 'a1',
  name: 'Ada Baker',
  email: 'ada@baker.example',
  current: true,
  secondFactor: false,
  lastUsed: new Date().toISOString(),
  ...changes,
})

type Given = { account?: Account; sessions?: Session[]; passkeys?: PasskeyList } & Partial<AdministratorList>

/** The requests of the account page when it opens. */
export const accountAnswers = ({
  account = anAccount(),
  sessions = [aSession({ current: true })],
  administrators = [anAdministrator()],
  invitations = [],
  passkeys = { available: false, method: 'password', passkeys: [] },
}: Given = {}): Answers => ({
  'GET /api/admin/account': () => ({ body: account }),
  'GET /api/admin/passkeys': () => ({ body: passkeys }),
  'GET /api/admin/sessions': () => ({ body: { sessions } }),
  'GET /api/admin/administrators': () => ({ body: { administrators, invitations } }),
  'GET /api/authors': () => ({
    body: [
      { id: 'ada', name: 'Ada Baker' },
      { id: 'eve', name: 'Eve Miller' },
    ],
  }),
})

/** The account page of a logged-in administrator, with these responses. Resolves when its sections are shown. */
export async function openAccount(answers: Answers) {
  const server = answering(answers)
  localStorage.setItem(ADMIN_TOKEN_KEY, 'a.b.c')
  render(
    <MemoryRouter initialEntries={[pagePaths.adminAccount]}>
      <FramedRoutes pages={{ [pagePaths.adminAccount]: <AccountPage /> }}>
        <Route path={pagePaths.adminLogin} element={<p>The login</p>} />
      </FramedRoutes>
    </MemoryRouter>,
  )
  await screen.findByRole('region', { name: 'Profile' })
  return { user: userEvent.setup(), ...server }
}
