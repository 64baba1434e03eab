import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditEvent } from '#server/http/audit-events.ts'
import { errorFields } from '#server/http/error-handler.ts'
import type { Log } from '#server/http/log.ts'
import { ensurePrivateDir } from '#server/storage/folders.ts'
import { replaceFile } from '#server/storage/replace-file.ts'
import type { AdminStore, StoredAdmin } from './admin-store.ts'
import { type Passwords, readablePassword } from './passwords.ts'

export type KnownAdmin = {
  /** From the environment. Takes precedence over what is stored. */
  email?: string | undefined
  password?: string | undefined
  /** The product's slug, for the e-mail that the first start makes up. */
  slug: string
  print(line: string): void
  /** Whether `print` writes to a terminal: a first password is never written to a stored log. */
  isTerminal: boolean
  audit?: ((event: AuditEvent) => void) | undefined
}

/**
 * Returns the administrator at startup, and creates one at the first start. Its made-up password is shown once: on the
 * terminal, or in the file `first-password`. Throws `InvalidAdminFileError`.
 */
export async function ensureAdmin(
  store: AdminStore,
  passwords: Passwords,
  firstPassword: FirstPassword,
  { email, password, slug, print, isTerminal, audit }: KnownAdmin,
): Promise<StoredAdmin> {
  const madeUp = readablePassword()
  const passwordFrom = password === undefined ? 'here' : 'environment'
  let isFirst = false
  const stored = await store.read()
  // Nothing is written when nothing changes, so that the site starts on a full disk.
  const isSettled = stored !== undefined && (await updated(stored)) === stored
  const admin = isSettled ? stored : await store.change((before) => (before ? updated(before) : first()))
  // A password from the environment invalidates one that was never read.
  if (password !== undefined) await firstPassword.delete()
  if (isFirst) printCredentials(admin.email)
  if (isFirst) audit?.('administrator.made')
  else if (stored && admin.tokenVersion !== stored.tokenVersion) audit?.('administrator.changed')
  return admin

  async function first(): Promise<StoredAdmin> {
    isFirst = true
    const passwordHash = await passwords.hash(password ?? madeUp)
    // Written before the administrator is stored: a crash in between makes a new password at the next start.
    if (password === undefined && !isTerminal) await firstPassword.write(madeUp)
    return { email: email ?? `admin@${slug}.example`, passwordHash, tokenVersion: 1, passwordFrom }
  }

  /** Prints only what the environment does not say. */
  function printCredentials(address: string) {
    if (email === undefined || password === undefined) print(`Administrator: ${address}`)
    if (password !== undefined) return
    print(
      isTerminal
        ? `Password: ${madeUp} (shown only this once)`
        : `The password is in ${firstPassword.file}. The first login deletes this file.`,
    )
  }

  /** Applies e-mail and password of the environment. A change ends all sessions. */
  async function updated(before: StoredAdmin): Promise<StoredAdmin> {
    const sameEmail = email === undefined || isSameEmail(email, before.email)
    const samePassword = password === undefined || (await passwords.verify(password, before.passwordHash))
    if (sameEmail && samePassword) return before.passwordFrom === passwordFrom ? before : { ...before, passwordFrom }
    return {
      ...before,
      email: email ?? before.email,
      passwordHash: samePassword ? before.passwordHash : await passwords.hash(password),
      tokenVersion: before.tokenVersion + 1,
      passwordFrom,
    }
  }
}

/** E-mail addresses are compared without case. */
export const isSameEmail = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The file for a made-up first password when the server does not start on a terminal. `folder`: of private files. */
export function createFirstPassword(folder: string, log: Log) {
  const file = join(folder, 'first-password')
  return {
    file,
    async write(password: string): Promise<void> {
      await ensurePrivateDir(folder)
      await replaceFile(file, `${password}\n`, { mode: 0o600 })
    },
    /** Never throws: a failure is logged. */
    async delete(): Promise<void> {
      await unlink(file).catch((error) => {
        if (error.code !== 'ENOENT') log.error('first password not deleted', { file, ...errorFields(error) })
      })
    },
  }
}
export type FirstPassword = ReturnType<typeof createFirstPassword>
