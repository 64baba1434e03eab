import * as v from 'valibot'
import { INVITATION_LIFETIME_HOURS, InvitationSchema } from '#contract/account-forms.ts'
import type { LoginMethod } from '#contract/passkeys.ts'
import { pagePaths } from '#contract/paths.ts'
import { edit, invite, inviterOf, openInvitations, remove, withdraw } from '#server/admin/account-edits.ts'
import { type Administrator, byEmail, editOne, isSameEmail } from '#server/admin/admin-file.ts'
import { changeAndEnd } from '#server/admin/change-and-end.ts'
import { deleteFirstPassword, isFirst } from '#server/admin/first-administrator.ts'
import { loginMethodOf, passkeysOf, withPasswordLogin } from '#server/admin/login-methods.ts'
import { createPasswords, readablePassword } from '#server/admin/passwords.ts'
import { RECOVERY_CODES } from '#server/admin/second-factor.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { type Context, firstOf, minuteOf, pick, plain } from './context.ts'

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
  let token = ''
  await change((before) => {
    // Otherwise the site would not make the first administrator.
    firstOf(before)
    const invited = invite(before, email, 'shell', now())
    token = invited.token
    return invited.accounts
  })
  await audit('invitation.made', email)
  print(`Open this link within ${INVITATION_LIFETIME_HOURS} hours. It is valid once, and shown only this once.\n`)
  print(`${config.publicUrl ?? ''}${pagePaths.adminInvite}#${token}`)
  if (config.publicUrl === undefined) print('\nPut the address of the site before it: PUBLIC_URL is not set.')
}

/** Removes an administrator, or withdraws an invitation. */
export async function removePerson(context: Context, email: string): Promise<void> {
  const { read, change, audit, sessions, now, print } = context
  const accounts = await read()
  const invitation = openInvitations(accounts, now()).find((one) => isSameEmail(one.email, email))
  if (invitation && !byEmail(accounts, email)) {
    await change((before) => withdraw(before, invitation.id))
    await audit('invitation.withdrawn', invitation.email)
    return print('The invitation is withdrawn.')
  }
  const { id, ...administrator } = pick(accounts, email)
  await changeAndEnd({
    change,
    edit: (before) => remove(before, id),
    end: () => sessions.endAllOf(id),
    onlyEnded: () => audit('sessions.ended', administrator.email),
  })
  await audit('administrator.removed', administrator.email)
  print(`${plain(administrator.name)} is removed and logged out everywhere. What they wrote stays.`)
}

/** A new random password, printed once. It is accepted again where only passkeys were. */
export async function resetPassword(context: Context, typed: string | undefined): Promise<void> {
  const { read, change, audit, sessions, folder, log, print, hashCost } = context
  const accounts = await read()
  const administrator = pick(accounts, typed)
  const { id, email } = administrator
  const password = readablePassword()
  const passwordHash = await createPasswords(hashCost).hash(password)
  await changeAndEnd({
    change,
    edit: (before) => editOne(edit(before, id, { passwordHash }), id, withPasswordLogin),
    end: () => sessions.endAllOf(id),
    onlyEnded: () => audit('sessions.ended', email),
  })
  await audit('password.reset', email)
  if (isFirst(accounts, id)) await deleteFirstPassword(folder, log)
  print(`Administrator: ${plain(email)}`)
  print(`Password: ${password} (shown only this once)`)
  print('All their sessions are ended.')
  for (const line of stillAsked(administrator)) print(line)
}

/** What a login asks for besides the new password. */
function* stillAsked(before: Administrator): Generator<string> {
  const { secondFactor } = before
  const { length } = passkeysOf(before)
  const method = loginMethodOf(withPasswordLogin(before))
  if (loginMethodOf(before) === 'passkey') yield 'Passwords are accepted again.'
  if (length > 0 && method === 'password') yield `Passkeys that log in without it: ${length}.`
  if (secondFactor) {
    const asked = length > 0 ? 'its code or a passkey' : 'its code'
    yield `The second factor is still on: a login asks for ${asked}, too. \`bun run admin remove-2fa\` turns it off.`
  } else if (method === 'two-steps')
    yield 'A login still asks for a passkey, too. If all are lost, `bun run admin add-2fa` sets up codes, which are accepted instead.'
}
