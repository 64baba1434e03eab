import { dirname } from 'node:path'
import { factsOf } from '#server/http/error-handler.ts'
import type { Log } from '#server/http/log.ts'
import { StorageError } from '#server/lib/errors.ts'
import type { StoredAdmin } from './admin-file.ts'
import { createAdminStore } from './admin-store.ts'
import { createFirstPassword } from './first-password.ts'
import { introduced, isSame, type KnownAdmin } from './introduce.ts'
import type { Passwords } from './passwords.ts'
import { type Used, withUsed } from './second-factor.ts'

export type AdministratorOptions = KnownAdmin & {
  /** `storage/private/admin.json`. */
  file: string
  passwords: Passwords
  now(): Date
  log: Log
}

/**
 * The one administrator (decision 27), as the file says at this moment: what `bun run admin` writes there counts at once.
 * Throws `InvalidAdminFileError`.
 */
export async function createAdministrator({ file, passwords, now, log, ...known }: AdministratorOptions) {
  const store = createAdminStore(file)
  const firstPassword = createFirstPassword(dirname(file), log)
  let admin = await introduced(store, passwords, firstPassword, known)
  let readable = true

  /** Where the file cannot be read any longer, what it held last counts on, and the log says so. */
  async function current(): Promise<StoredAdmin> {
    try {
      admin = (await store.read()) ?? admin
      readable = true
    } catch (error) {
      if (readable) log.error('administrator unreadable', factsOf(error))
      readable = false
    }
    return admin
  }

  async function change(edit: (before: StoredAdmin) => StoredAdmin): Promise<void> {
    admin = await store
      .change((before) => edit(before ?? admin))
      .catch((error) => {
        throw new StorageError(error)
      })
  }

  return {
    /**
     * Whether this is the administrator. Always one argon2id check: a wrong e-mail takes as long as a wrong password.
     * A password that is reset while it is being checked is no longer right. `isKnown`: a browser that has logged in before
     * may wait where others may not.
     */
    async login(typedEmail: string, typedPassword: string, isKnown = false): Promise<boolean> {
      const { passwordHash } = await current()
      const right = await passwords.verify(typedPassword, passwordHash, isKnown)
      const { email, passwordHash: hashNow } = await current()
      return right && passwordHash === hashNow && isSame(typedEmail, email)
    },
    /** Called after a complete login: the first password has been fetched. Never throws. */
    loggedIn: firstPassword.delete,
    /** Whether a code is asked for after the password. */
    hasSecondFactor: async () => (await current()).secondFactor !== undefined,
    /** What it was, where this is a right code: it is used up then, for good. Throws `StorageError`: then it is not taken. */
    async takeCode(code: string): Promise<Used['by'] | undefined> {
      let used: Used | undefined
      const { secondFactor } = await current()
      if (!secondFactor || !withUsed(secondFactor, code, now())) return
      await change((before) => {
        used = before.secondFactor && withUsed(before.secondFactor, code, now())
        return used ? { ...before, secondFactor: used.factor } : before
      })
      return used?.by
    },
    /** As it was read last. */
    email: () => admin.email,
    /** As it was read last. */
    tokenVersion: () => admin.tokenVersion,
    /** As it stands now: tokens of another version are void. Never throws. */
    currentVersion: async () => (await current()).tokenVersion,
    /** "Log out everywhere" (decision 29): no token given so far is valid any longer. Throws `StorageError`. */
    endSessions: () => change((before) => ({ ...before, tokenVersion: before.tokenVersion + 1 })),
  }
}
export type Administrator = Awaited<ReturnType<typeof createAdministrator>>
