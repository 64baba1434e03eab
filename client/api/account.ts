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
import { adminCall } from './admin-http.ts'

/** The logged-in administrator. A 401, if the session has ended, leaves for `/`. */
export async function fetchAccount(): Promise<Account> {
  return (await adminCall(adminPaths.account, { bearer: true })).json()
}

export async function changeAccount(json: AccountChange): Promise<void> {
  await adminCall(adminPaths.account, { method: 'POST', json, bearer: true })
}

/** Throws `ApiError`: 422 for a wrong password or code, 429 after too many attempts. */
export async function sendConfirmation(json: Confirmation): Promise<Confirmed> {
  return (await adminCall(adminPaths.confirmation, { method: 'POST', json, bearer: true })).json()
}

export async function fetchSessions(): Promise<SessionList> {
  return (await adminCall(adminPaths.sessions, { bearer: true })).json()
}

export async function endSession(id: string): Promise<void> {
  await adminCall(adminPaths.session(id), { method: 'DELETE', bearer: true })
}

export async function endOtherSessions(): Promise<void> {
  await adminCall(adminPaths.otherSessions, { method: 'DELETE', bearer: true })
}

export async function fetchAdministrators(): Promise<AdministratorList> {
  return (await adminCall(adminPaths.administrators, { bearer: true })).json()
}

export async function removeAdministrator(id: string): Promise<void> {
  await adminCall(adminPaths.administrator(id), { method: 'DELETE', bearer: true })
}

export async function invite(json: Invitation): Promise<Invited> {
  return (await adminCall(adminPaths.invitations, { method: 'POST', json, bearer: true })).json()
}

export async function withdrawInvitation(id: string): Promise<void> {
  await adminCall(adminPaths.invitation(id), { method: 'DELETE', bearer: true })
}

/** Returns for whom the invitation is. Sends the token in the body, so that it is in no URL, like the next. */
export async function lookUpInvitation(token: string): Promise<InvitedPerson> {
  return (await adminCall(adminPaths.lookUpInvitation, { method: 'POST', json: { token } })).json()
}

export async function acceptInvitation(json: Acceptance): Promise<void> {
  await adminCall(adminPaths.acceptInvitation, { method: 'POST', json })
}
