import * as v from 'valibot'
import { INVITATION_LIFETIME_HOURS, InvitationSchema } from '#contract/account-forms.ts'
import type { Invited } from '#contract/accounts.ts'
import type { LoginMethod } from '#contract/passkeys.ts'
import { pagePaths } from '#contract/paths.ts'
import {
  edit,
  invite,
  inviterOf,
  openInvitations,
  remove,
  withdraw,
  withoutInvitationsOf,
} from '#server/admin/people/account-edits.ts'
import {
  type Administrator,
  byEmail,
  editOne,
  isSameEmail,
  type StoredInvitation,
} from '#server/admin/people/admin-file.ts'
import { changeAndEnd } from '#server/admin/people/change-and-end.ts'
import { deleteFirstPassword, isFirst } from '#server/admin/people/first-administrator.ts'
import { loginMethodOf, passkeysOf, withPasswordOnly } from '#server/admin/people/login-methods.ts'
import { createPasswords, readablePassword } from '#server/admin/people/passwords.ts'
import { RECOVERY_CODES } from '#server/admin/people/second-factor.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { type Context, firstOf, minuteOf, pick, plain } from './context.ts'
import { notifyOfChange, sendInvitation } from './notify.ts'

/** Who they are, and what protects their logins. */
export async function listPeople({ read, sessions, now, print }: Context): Promise<void> {
  const accounts = await read()
  firstOf(accounts)
  for (const administrator of accounts.administrators) {
    const { id, name, email, secondFactor } = administrator
    print(`${plain(name)}  ${plain(email)}`)
    print(`  Second factor: ${factorLine(secondFactor)}`)
    const { length } = passkeysOf(administrator)
    if (length > 0) print(`  Passkeys: ${length}; login: ${methods[loginMethodOf(administrator)]}`)
    print(`  Sessions: ${(await sessions.listOf(id)).length}`)
  }
  for (const { email, invitedBy, until } of openInvitations(accounts, now()))
    print(`Invited: ${plain(email)}, by ${plain(inviterOf(accounts, invitedBy))}, until ${minuteOf(until)} UTC`)
}

const methods = {
  password: 'password or passkey',
  'two-steps': 'password and a second step',
  passkey: 'passkey only',
} as const satisfies Record<LoginMethod, string>

const factorLine = (factor: Administrator['secondFactor']) =>
  factor
    ? `on since ${factor.since.slice(0, 10)}, ${factor.recovery.length} of ${RECOVERY_CODES} recovery codes left`
    : 'off'

/** Prints a link, once. */
export async function invitePerson(context: Context, typed: string): Promise<void> {
  const { change, audit, now, print, config } = context
  const valid = v.safeParse(InvitationSchema, { email: typed })
  if (!valid.success) throw new OperatorError(valid.issues[0].message)
  const { email } = valid.output
  let invited: Invited | undefined
  await change((before) => {
    // Otherwise the site would not make the first administrator.
    firstOf(before)
    const { accounts, token, until } = invite(before, email, 'shell', now())
    invited = { path: `${pagePaths.adminInvite}#${token}`, until }
    return accounts
  })
  await audit('invitation.made', { email })
  print(`Open this link within ${INVITATION_LIFETIME_HOURS} hours. It is valid once, and shown only this once.\n`)
  print(`${config.publicUrl ?? ''}${invited?.path}`)
  if (config.publicUrl === undefined) print('\nPut the address of the site before it: PUBLIC_URL is not set.')
  if (invited) await sendInvitation(context, email, invited)
}

/** Removes an administrator, or withdraws an invitation. */
export async function removePerson(context: Context, email: string): Promise<void> {
  const { read, change, audit, sessions, now, print } = context
  const accounts = await read()
  const invitation = openInvitations(accounts, now()).find((one) => isSameEmail(one.email, email))
  if (invitation && !byEmail(accounts, email)) {
    await change((before) => withdraw(before, invitation.id))
    await audit('invitation.withdrawn', { email: invitation.email })
    return print('The invitation is withdrawn.')
  }
  const { id, name, email: stored } = pick(accounts, email)
  await changeAndEnd({
    change,
    edit: (before) => remove(before, id),
    end: () => sessions.endAllOf(id),
    onlyEnded: () => audit('sessions.ended', { id, email: stored }),
  })
  await audit('administrator.removed', { id, email: stored })
  print(`${plain(name)} is removed and logged out everywhere. What they wrote stays.`)
}

/**
 * A new random password, printed once, which is all that the person needs to log in, whatever was lost, and which leaves no other
 * way in to those who had the account.
 */
export async function resetPassword(context: Context, typed: string | undefined): Promise<void> {
  const { read, change, audit, sessions, folder, log, print, now, hashCost } = context
  const accounts = await read()
  const administrator = pick(accounts, typed)
  const { id, email } = administrator
  let before = administrator
  let invitations: StoredInvitation[] = []
  const password = readablePassword()
  const passwordHash = await createPasswords(hashCost).hash(password)
  await changeAndEnd({
    change,
    edit: (stored) => {
      invitations = openInvitations(stored, now()).filter(({ invitedBy }) => invitedBy === id)
      return editOne(edit(withoutInvitationsOf(stored, id), id, { passwordHash }), id, (one) => {
        before = one
        return withPasswordOnly(one)
      })
    },
    end: () => sessions.endAllOf(id),
    onlyEnded: () => audit('sessions.ended', { id, email }),
  })
  await auditReset(audit, before, invitations)
  if (isFirst(accounts, id)) await deleteFirstPassword(folder, log)
  print(`Administrator: ${plain(email)}`)
  print(`Password: ${password} (shown only this once)`)
  print('All their sessions are ended.')
  const factors = factorsIn(before)
  const removed = [...factors, ...counted(invitations.length, 'open invitation')]
  if (removed.length > 0) print(`Removed: ${new Intl.ListFormat('en').format(removed)}.`)
  if (factors.length > 0)
    print('The password alone logs in now. A second step can be set up again on the account page.')
  await notifyOfChange(context, 'password.reset', before)
}

/** An event for each thing that a reset took away. */
async function auditReset(audit: Context['audit'], before: Administrator, invitations: readonly StoredInvitation[]) {
  const { id, email, secondFactor, loginMethod = 'password' } = before
  await audit('password.reset', { id, email })
  if (secondFactor) await audit('second-factor.off', { id, email })
  for (const _ of passkeysOf(before)) await audit('passkey.removed', { id, email })
  if (loginMethod !== 'password') await audit('login-method.changed', { id, email, detail: 'password' })
  for (const invitation of invitations) await audit('invitation.withdrawn', { email: invitation.email })
}

/** What logged in besides the password. */
const factorsIn = (administrator: Administrator): string[] => [
  ...(administrator.secondFactor ? ['the authenticator app with its recovery codes'] : []),
  ...counted(passkeysOf(administrator).length, 'passkey'),
]

const counted = (count: number, what: string): string[] =>
  count > 0 ? [count === 1 ? `1 ${what}` : `${count} ${what}s`] : []
