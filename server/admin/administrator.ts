import { dirname } from 'node:path'
import { errorFields } from '#server/http/error-handler.ts'
import type { Log } from '#server/http/log.ts'
import { StorageError } from '#server/lib/errors.ts'
import { createAdminStore, type StoredAdmin } from './admin-store.ts'
import { createFirstPassword, ensureAdmin, isSameEmail, type KnownAdmin } from './bootstrap-admin.ts'
import type { Passwords } from './passwords.ts'
import { consumeCode, type Used } from './second-factor.ts'

export type AdministratorOptions = KnownAdmin & {
  /** `storage/private/admin.json`. */
  file: string
  passwords: Passwords
  now(): Date
  log: Log
}

/** The one administrator, read from the file whenever it changed: `bun run admin` takes effect at once. Throws `InvalidAdminFileError`. */
export async function createAdministrator({ file, passwords, now, log, ...known }: AdministratorOptions) {
  const store = createAdminStore(file)
  const firstPassword = createFirstPassword(dirname(file), log)
  let admin = await ensureAdmin(store, passwords, firstPassword, known)
  let readable = true

  /** While the file cannot be read, its last contents count, and the log reports it. */
  async function current(): Promise<StoredAdmin> {
    try {
      admin = (await store.read()) ?? admin
      readable = true
    } catch (error) {
      if (readable) log.error('administrator unreadable', errorFields(error))
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
     * Whether e-mail and password are right. Always one argon2id check, so a wrong e-mail takes as long as a wrong password.
     * A password that is reset meanwhile is wrong. `isKnown`: a browser that has logged in before may use reserved places
     * of the queue.
     */
    async login(typedEmail: string, typedPassword: string, isKnown = false): Promise<boolean> {
      const { passwordHash } = await current()
      const right = await passwords.verify(typedPassword, passwordHash, isKnown)
      const { email, passwordHash: hashNow } = await current()
      return right && passwordHash === hashNow && isSameEmail(typedEmail, email)
    },
    /** Deletes the first-password file. Never throws. */
    loggedIn: firstPassword.delete,
    hasSecondFactor: async () => (await current()).secondFactor !== undefined,
    /** Uses up a valid code and returns its kind. Throws `StorageError`: then the code is not used up. */
    async takeCode(code: string): Promise<Used['by'] | undefined> {
      let used: Used | undefined
      const { secondFactor } = await current()
      if (!secondFactor || !consumeCode(secondFactor, code, now())) return
      await change((before) => {
        used = before.secondFactor && consumeCode(before.secondFactor, code, now())
        return used ? { ...before, secondFactor: used.factor } : before
      })
      return used?.by
    },
    /** As read last, like `tokenVersion`. */
    email: () => admin.email,
    tokenVersion: () => admin.tokenVersion,
    /** Read from the file: tokens of another version are invalid. Never throws. */
    currentVersion: async () => (await current()).tokenVersion,
    /** "Log out everywhere": invalidates all tokens. Throws `StorageError`. */
    endSessions: () => change((before) => ({ ...before, tokenVersion: before.tokenVersion + 1 })),
  }
}
export type Administrator = Awaited<ReturnType<typeof createAdministrator>>
