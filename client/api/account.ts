import type { Acceptance, AccountChange, Invitation } from '#contract/account-forms.ts'
import type {
  Account,
  AdministratorList,
  Confirmation,
  Confirmed,
  Invited,
  InvitedPerson,
  SessionList,
} from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { call } from './http.ts'

/** The logged-in administrator. A 401, if the session has ended, leaves for `/`. */
export async function fetchAccount(): Promise<Account> {
  return (await call(adminPaths.account, { bearer: true })).json()
}

export async function changeAccount(json: AccountChange): Promise<void> {
  await call(adminPaths.account, { method: 'POST', json, bearer: true })
}

/** Throws `ApiError`: 422 for a wrong password or code, 429 after too many attempts. */
export async function sendConfirmation(json: Confirmation): Promise<Confirmed> {
  return (await call(adminPaths.confirmation, { method: 'POST', json, bearer: true })).json()
}

export async function fetchSessions(): Promise<SessionList> {
  return (await call(adminPaths.sessions, { bearer: true })).json()
}

export async function endSession(id: string): Promise<void> {
  await call(adminPaths.session(id), { method: 'DELETE', bearer: true })
}

export async function endOtherSessions(): Promise<void> {
  await call(adminPaths.otherSessions, { method: 'DELETE', bearer: true })
}

export async function fetchAdministrators(): Promise<AdministratorList> {
  return (await call(adminPaths.administrators, { bearer: true })).json()
}

export async function removeAdministrator(id: string): Promise<void> {
  await call(adminPaths.administrator(id), { method: 'DELETE', bearer: true })
}

export async function invite(json: Invitation): Promise<Invited> {
  return (await call(adminPaths.invitations, { method: 'POST', json, bearer: true })).json()
}

export async function withdrawInvitation(id: string): Promise<void> {
  await call(adminPaths.invitation(id), { method: 'DELETE', bearer: true })
}

/** Returns for whom the invitation is. Sends the token in the body, so that it is in no URL, like the next. */
export async function lookUpInvitation(token: string): Promise<InvitedPerson> {
  return (await call(adminPaths.lookUpInvitation, { method: 'POST', json: { token } })).json()
}

export async function acceptInvitation(json: Acceptance): Promise<void> {
  await call(adminPaths.acceptInvitation, { method: 'POST', json })
}
