import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { renderUnicodeCompact } from 'uqr'
import { createAdminStore, type StoredAdmin } from '#server/admin/administrator.ts'
import { type Passwords, readablePassword } from '#server/admin/passwords.ts'
import { matchCode, newRecoveryCodes, newSecret, otpauthUrl } from '#server/admin/second-factor.ts'
import { OperatorError } from '#server/lib/errors.ts'

/** Nothing was changed; the message is for the operator. */
export class CommandRejectedError extends OperatorError {}

type SettingsOptions = {
  /** `storage/private`. */
  folder: string
  passwords: Passwords
  /** Whether ADMIN_PASSWORD is set. */
  isSetByEnvironment: boolean
  now(): Date
  /** Of this process; `undefined` on systems without user ids. */
  uid: number | undefined
}

/** Account commands for the shell. A running server applies them to the next request. */
export function createSettings({ folder, passwords, isSetByEnvironment, now, uid }: SettingsOptions) {
  const store = createAdminStore(join(folder, 'admin.json'))

  /** Throws `CommandRejectedError` before the first start, and `InvalidAdminFileError`. */
  const read = async (): Promise<StoredAdmin> => known(await store.read())

  async function change(edit: (before: StoredAdmin) => StoredAdmin): Promise<void> {
    await read()
    await assertOwner(folder, uid)
    await store.change((before) => edit(known(before)))
  }

  /** Returns the new password. Throws `CommandRejectedError` when the environment sets the password. */
  async function reset(): Promise<string> {
    const { passwordFrom } = await read()
    if (isSetByEnvironment || passwordFrom === 'environment') throw new CommandRejectedError(SET_BY_ENVIRONMENT)
    const password = readablePassword()
    const passwordHash = await passwords.hash(password)
    await change((before) => loggedOut({ ...before, passwordHash }))
    return password
  }

  /** Returns the recovery codes. `step`: of the code that confirmed the secret. Throws `CommandRejectedError`. */
  async function addSecondFactor(secret: string, step: number): Promise<string[]> {
    const { codes, hashes } = newRecoveryCodes()
    await change((before) => {
      assertNoSecondFactor(before)
      const secondFactor = { since: now().toISOString(), secret, lastStep: step, recovery: hashes }
      return loggedOut({ ...before, secondFactor })
    })
    return codes
  }

  /** Returns whether it was on. */
  async function removeSecondFactor(): Promise<boolean> {
    const { secondFactor } = await read()
    if (secondFactor) await change(({ secondFactor: _, ...before }) => loggedOut(before))
    return secondFactor !== undefined
  }

  /** Replaces all recovery codes. Throws `CommandRejectedError` when the second factor is off. */
  async function newCodes(): Promise<string[]> {
    const { codes, hashes } = newRecoveryCodes()
    await change((before) => {
      if (!before.secondFactor) throw new CommandRejectedError('The second factor is off: there are no recovery codes.')
      return { ...before, secondFactor: { ...before.secondFactor, recovery: hashes } }
    })
    return codes
  }

  return { read, reset, revoke: () => change(loggedOut), addSecondFactor, removeSecondFactor, newCodes }
}
export type Settings = ReturnType<typeof createSettings>

const SET_BY_ENVIRONMENT =
  'The password is the one that ADMIN_PASSWORD (or ADMIN_PASSWORD_FILE) says, and each start takes it from there. Nothing was changed. Change it there and restart the site: that logs everybody out, too. Or take it out there, restart, and reset again.'

function known(admin: StoredAdmin | undefined): StoredAdmin {
  if (!admin) throw new CommandRejectedError('There is no administrator yet: the first start of the site makes one.')
  return admin
}

/** Throws `CommandRejectedError` when the second factor is on. */
export function assertNoSecondFactor({ secondFactor }: StoredAdmin): void {
  if (secondFactor)
    throw new CommandRejectedError('The second factor is on already. `bun run admin remove-2fa` switches it off.')
}

/** Invalidates all tokens. */
const loggedOut = (admin: StoredAdmin): StoredAdmin => ({ ...admin, tokenVersion: admin.tokenVersion + 1 })

/** The server could not read a file that root writes into its folder. */
async function assertOwner(folder: string, uid: number | undefined): Promise<void> {
  const { uid: owner } = await stat(folder)
  if (uid === 0 && owner !== 0) {
    throw new CommandRejectedError(
      `${folder} belongs to user ${owner}. Run this as that user: sudo -u '#${owner}' bun run admin …`,
    )
  }
}

/** Wrong codes before the command gives up. */
const TRIES = 5

export type Enrolment = {
  admin: StoredAdmin
  /** The product's name, which the authenticator app shows. */
  issuer: string
  now(): Date
  print(line: string): void
  /** Prints the question and returns the answer; `undefined` at the end of the input. */
  ask(question: string): Promise<string | undefined>
  colors: boolean
}

/**
 * Prints a new secret and asks for a code made from it, so that nobody is locked out by an app that does not have it.
 * Returns the secret and the step of that code. Throws `CommandRejectedError`.
 */
export async function enrol({ admin, issuer, now, print, ask, colors }: Enrolment) {
  const secret = newSecret()
  const address = otpauthUrl(secret, issuer, admin.email)
  print('Scan this with an authenticator app, or give it the address or the key below.\n')
  print(`${qrCode(address, colors)}\n`)
  print(address)
  print(`Key: ${secret.replace(/.{4}(?=.)/g, '$& ')}\n`)
  for (let tries = 0; tries < TRIES; tries++) {
    const code = await ask('The code that the app shows now: ')
    if (code === undefined) throw new CommandRejectedError('No code was entered: the second factor stays off.')
    const step = matchCode(code, secret, now())
    if (step !== undefined) return { secret, step }
    print(
      `This code is not right. It is ${now().toISOString().slice(0, 19)} UTC on this machine: is it on the phone, too?`,
    )
  }
  throw new CommandRejectedError('No code was right: the second factor stays off.')
}

/** White modules around the code. Cameras need an edge. */
const BORDER = 2
const BLACK_ON_WHITE = '\u001b[30;107m'
const AS_BEFORE = '\u001b[0m'

/** A QR code of half blocks. `colors`: black on white in every terminal; without them, readable on a dark terminal. */
function qrCode(text: string, colors: boolean): string {
  const lines = renderUnicodeCompact(text, { border: BORDER, invert: colors }).split('\n')
  return colors ? lines.map((line) => `${BLACK_ON_WHITE}${line}${AS_BEFORE}`).join('\n') : lines.join('\n')
}
