import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredAdmin } from './admin-file.ts'
import { createAdminStore } from './admin-store.ts'
import { type Passwords, readablePassword } from './passwords.ts'
import { newRecoveryCodes } from './second-factor.ts'

/** Why nothing was changed: a sentence for whoever asked for it. */
export class CommandRejectedError extends Error {}

export type SettingsOptions = {
  /** `storage/private`. */
  folder: string
  passwords: Passwords
  /** Whether ADMIN_PASSWORD is set here. */
  environmentRules: boolean
  now(): Date
  /** Of this process; `undefined`: the system has none. */
  uid: number | undefined
}

/** What can be done to the administrator from the shell. A site that runs honours it with the next request. */
export function createSettings({ folder, passwords, environmentRules, now, uid }: SettingsOptions) {
  const store = createAdminStore(join(folder, 'admin.json'))

  /** Throws `CommandRejectedError` where no site has ever started here, and `InvalidAdminFileError`. */
  const read = async (): Promise<StoredAdmin> => known(await store.read())

  async function change(edit: (before: StoredAdmin) => StoredAdmin): Promise<void> {
    await read()
    await refuseForeign(folder, uid)
    await store.change((before) => edit(known(before)))
  }

  /** Gives the new password. Throws `CommandRejectedError` where it would not last. */
  async function reset(): Promise<string> {
    const { passwordFrom } = await read()
    if (environmentRules || passwordFrom === 'environment') throw new CommandRejectedError(RULED)
    const password = readablePassword()
    const passwordHash = await passwords.hash(password)
    await change((before) => loggedOut({ ...before, passwordHash }))
    return password
  }

  /** `step`: the one of the code that confirmed the secret. Gives the recovery codes. Throws `CommandRejectedError` where it is on. */
  async function addSecondFactor(secret: string, step: number): Promise<string[]> {
    const { codes, hashes } = newRecoveryCodes()
    await change((before) => {
      assertNoSecondFactor(before)
      const secondFactor = { since: now().toISOString(), secret, lastStep: step, recovery: hashes }
      return loggedOut({ ...before, secondFactor })
    })
    return codes
  }

  /** Gives whether it was on. */
  async function removeSecondFactor(): Promise<boolean> {
    const { secondFactor } = await read()
    if (secondFactor) await change(({ secondFactor: _, ...before }) => loggedOut(before))
    return secondFactor !== undefined
  }

  /** The old ones are void. Throws `CommandRejectedError` where the second factor is off. */
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

const RULED =
  'The password is the one that ADMIN_PASSWORD (or ADMIN_PASSWORD_FILE) says, and each start takes it from there. Nothing was changed. Change it there and restart the site: that logs everybody out, too. Or take it out there, restart, and reset again.'

function known(admin: StoredAdmin | undefined): StoredAdmin {
  if (!admin) throw new CommandRejectedError('There is no administrator yet: the first start of the site makes one.')
  return admin
}

/** Throws `CommandRejectedError` where the second factor is on. */
export function assertNoSecondFactor({ secondFactor }: StoredAdmin): void {
  if (secondFactor)
    throw new CommandRejectedError('The second factor is on already. `bun run admin remove-2fa` switches it off.')
}

/** No token given so far is valid any longer. */
const loggedOut = (admin: StoredAdmin): StoredAdmin => ({ ...admin, tokenVersion: admin.tokenVersion + 1 })

/** What root writes belongs to root, and the site could not read it any more. */
async function refuseForeign(folder: string, uid: number | undefined): Promise<void> {
  const { uid: owner } = await stat(folder)
  if (uid === 0 && owner !== 0) {
    throw new CommandRejectedError(
      `${folder} belongs to user ${owner}. Run this as that user: sudo -u '#${owner}' bun run admin …`,
    )
  }
}
