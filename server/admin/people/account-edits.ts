import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { INVALID_INVITATION, INVITATION_LIFETIME_HOURS } from '#contract/account-forms.ts'
import { HOUR_MS } from '#server/lib/clock.ts'
import { ConflictError, NotFoundError, ValidationError } from '#server/lib/errors.ts'
import {
  type Accounts,
  type Administrator,
  byEmail,
  editOne,
  isSameEmail,
  type StoredInvitation,
} from './admin-file.ts'
import { PASSWORD_FORMAT } from './passwords.ts'

/** Edits of `admin.json`, the same in the dashboard and in the shell. Each throws before it changes anything. */

const TOKEN_BYTES = 32

/** Beyond it, the oldest names are dropped. */
const REMOVED_MAX = 200

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** One that appears to be valid for longer was made while the clock was ahead, and is invalid. */
const isOpen = ({ until }: StoredInvitation, now: Date) => {
  const leftMs = Date.parse(until) - now.getTime()
  return leftMs > 0 && leftMs <= INVITATION_LIFETIME_HOURS * HOUR_MS
}

/** The invitations that can be accepted now. */
export const openInvitations = ({ invitations }: Accounts, now: Date) => invitations.filter((one) => isOpen(one, now))

/** The name of the administrator who invited, or `shell`. */
export const inviterOf = ({ administrators }: Accounts, id: string) =>
  administrators.find((one) => one.id === id)?.name ?? id

/**
 * Adds an invitation, which replaces an earlier one of the same e-mail. Returns the token; only its hash is stored.
 * `invitedBy`: the id of an administrator, or `shell`. Throws `ValidationError` for the e-mail of an administrator.
 */
export function invite(accounts: Accounts, email: string, invitedBy: string, now: Date) {
  if (byEmail(accounts, email)) throw invalidEmail('This person is an administrator already.')
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const until = new Date(now.getTime() + INVITATION_LIFETIME_HOURS * HOUR_MS).toISOString()
  const invitation = { id: randomUUID(), email, tokenHash: hashOf(token), invitedBy, until }
  const others = openInvitations(accounts, now).filter((one) => !isSameEmail(one.email, email))
  return { accounts: { ...accounts, invitations: [...others, invitation] }, token, until }
}

/** Throws `NotFoundError` for an invitation that was accepted or withdrawn. */
export function withdraw(accounts: Accounts, id: string): Accounts {
  const invitations = accounts.invitations.filter((one) => one.id !== id)
  if (invitations.length === accounts.invitations.length) throw new NotFoundError()
  return { ...accounts, invitations }
}

/** The invitations that an administrator made are void: who had the account could come back with one. */
export const withoutInvitationsOf = (accounts: Accounts, id: string): Accounts => ({
  ...accounts,
  invitations: accounts.invitations.filter(({ invitedBy }) => invitedBy !== id),
})

/**
 * The invitation of a token. Throws a `ValidationError` that is the same for an invitation that was accepted, withdrawn or
 * replaced, has expired, or never existed.
 */
export function invitationOf(accounts: Accounts, token: string, now: Date): StoredInvitation {
  const hash = hashOf(token)
  const found = openInvitations(accounts, now).find(({ tokenHash }) => tokenHash === hash)
  // Another administrator may have taken the e-mail.
  if (!found || byEmail(accounts, found.email))
    throw new ValidationError({ token: { message: INVALID_INVITATION } }, INVALID_INVITATION)
  return found
}

/** Uses up the invitation and adds its administrator. Throws like `invitationOf`. */
export function accept(
  accounts: Accounts,
  token: string,
  { name, passwordHash }: Pick<Administrator, 'name' | 'passwordHash'>,
  now: Date,
): Accounts {
  const { id, email } = invitationOf(accounts, token, now)
  const administrator: Administrator = {
    id: randomUUID(),
    name,
    email,
    author: null,
    passwordHash,
    passwordFormat: PASSWORD_FORMAT,
  }
  const administrators = [...accounts.administrators, administrator]
  return { ...withdraw(accounts, id), administrators }
}

/**
 * Removes an administrator and the invitations that they made, with which they could return; the name stays for the audit log.
 * Throws `NotFoundError`, and `ConflictError` for the last administrator.
 */
export function remove(accounts: Accounts, id: string): Accounts {
  const found = accounts.administrators.find((one) => one.id === id)
  if (!found) throw new NotFoundError()
  const administrators = accounts.administrators.filter((one) => one !== found)
  if (administrators.length === 0) throw new ConflictError('The last administrator cannot be removed.')
  const { invitations } = withoutInvitationsOf(accounts, id)
  const removed = [...accounts.removed, { id, name: found.name }].slice(-REMOVED_MAX)
  return { administrators, invitations, removed }
}

/** Changes what is given. Throws `NotFoundError`, and `ValidationError` for the e-mail of another administrator. */
export function edit(
  accounts: Accounts,
  id: string,
  changes: Partial<Pick<Administrator, 'name' | 'email' | 'author' | 'passwordHash'>>,
): Accounts {
  if (!accounts.administrators.some((one) => one.id === id)) throw new NotFoundError()
  const holder = changes.email === undefined ? undefined : byEmail(accounts, changes.email)
  if (holder && holder.id !== id) throw invalidEmail('Another administrator has this e-mail.')
  const format = changes.passwordHash !== undefined && { passwordFormat: PASSWORD_FORMAT }
  return editOne(accounts, id, (before) => ({ ...before, ...changes, ...format }))
}

const invalidEmail = (message: string) => new ValidationError({ email: { message } }, message)
