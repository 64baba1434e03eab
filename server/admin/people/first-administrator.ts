import { randomUUID } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { FIRST_NAME } from '#contract/accounts.ts'
import type { AuditEvent } from '#server/http/audit-event.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { writePrivateFile } from '#server/storage/files.ts'
import type { Accounts, AdminStore } from './admin-file.ts'
import { PASSWORD_FORMAT, type Passwords, readablePassword } from './passwords.ts'

export type FirstAdministratorOptions = {
  /** Of private files. */
  folder: string
  passwords: Passwords
  /** From the environment. They change nothing once there is an administrator. */
  email?: string | undefined
  password?: string | undefined
  /** The product's slug, for the e-mail that the first start makes up. */
  slug: string
  print(line: string): void
  /** Whether `print` writes to a terminal: a first password is never written to a stored log. */
  isTerminal: boolean
  /** `about`: the id of the administrator. */
  audit?: (event: AuditEvent, about: string) => void
}

/**
 * Returns the stored accounts, and creates an administrator if there is none. A made-up password is shown once: on the
 * terminal, or in the file `first-password`. Throws `OperatorError` and file system errors.
 */
export async function ensureAdministrator(store: AdminStore, options: FirstAdministratorOptions): Promise<Accounts> {
  const { folder, passwords, email, password, slug, print, isTerminal, audit } = options
  const stored = await store.read()
  // Nothing is written when nothing changes, so that the site starts on a full disk.
  if (stored.administrators.length > 0) return stored
  const shown = password ?? readablePassword()
  const passwordHash = await passwords.hash(shown)
  const passwordFile = firstPasswordFile(folder)
  const first = {
    id: randomUUID(),
    name: FIRST_NAME,
    email: email ?? `admin@${slug}.example`,
    author: null,
    passwordHash,
    passwordFormat: PASSWORD_FORMAT,
  }
  const accounts = await store.change(async (before) => {
    // Another process has created it.
    if (before.administrators.length > 0) return before
    // Written before the administrator is stored: a crash in between makes a new password at the next start.
    if (password === undefined && !isTerminal) await writePrivateFile(passwordFile, shown)
    return { ...before, administrators: [first] }
  })
  if (!accounts.administrators.includes(first)) return accounts
  if (email === undefined || password === undefined) print(`Administrator: ${first.email}`)
  if (password === undefined)
    print(
      isTerminal
        ? `Password: ${shown} (shown only this once)`
        : `The password is in ${passwordFile}. The first login deletes this file.`,
    )
  audit?.('administrator.made', first.id)
  return accounts
}

/** The file for a made-up first password when the server does not start on a terminal. `folder`: of private files. */
const firstPasswordFile = (folder: string) => join(folder, 'first-password')

/** Whether this is the administrator for whom the file has the password. */
export const isFirst = ({ administrators }: Accounts, id: string) => administrators[0]?.id === id

/** Never throws: a failure is logged. */
export async function deleteFirstPassword(folder: string, log: Log): Promise<void> {
  const file = firstPasswordFile(folder)
  await unlink(file).catch((error) => {
    if (error.code !== 'ENOENT') log.error('first password not deleted', { file, ...errorFields(error) })
  })
}
