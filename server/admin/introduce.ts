import type { AuditEvent } from '#server/http/audit-events.ts'
import type { StoredAdmin } from './admin-file.ts'
import type { AdminStore } from './admin-store.ts'
import type { FirstPassword } from './first-password.ts'
import { type Passwords, readablePassword } from './passwords.ts'

export type KnownAdmin = {
  /** From the environment; they win over what is stored. */
  email?: string | undefined
  password?: string | undefined
  /** The product's, for the address that the first start makes up. */
  slug: string
  /** Shows a line to whoever starts the server. */
  print(line: string): void
  /** Whether these lines appear on a terminal, and are not stored in a log: only then is the first password among them. */
  isTerminal: boolean
  /** Told what the start did to the administrator. */
  audit?: ((event: AuditEvent) => void) | undefined
}

/**
 * The administrator at a start (decision 27). Without any, the first start makes one and hands its password over once: on
 * the terminal, else in `firstPassword`. What is stored is its argon2id hash. Throws `InvalidAdminFileError`.
 */
export async function introduced(
  store: AdminStore,
  passwords: Passwords,
  firstPassword: FirstPassword,
  { email, password, slug, print, isTerminal, audit }: KnownAdmin,
): Promise<StoredAdmin> {
  const madeUp = readablePassword()
  const passwordFrom = password === undefined ? 'here' : 'environment'
  let isFirst = false
  const stored = await store.read()
  // A disk that is full does not keep from starting where there is nothing to write.
  const isSettled = stored !== undefined && (await updated(stored)) === stored
  const admin = isSettled ? stored : await store.change((before) => (before ? updated(before) : first()))
  // The environment rules the password now: one that was never fetched is void.
  if (password !== undefined) await firstPassword.delete()
  if (isFirst) introduce(admin.email)
  if (isFirst) audit?.('administrator.made')
  else if (stored && admin.tokenVersion !== stored.tokenVersion) audit?.('administrator.changed')
  return admin

  async function first(): Promise<StoredAdmin> {
    isFirst = true
    const passwordHash = await passwords.hash(password ?? madeUp)
    // Before the administrator is stored: a crash in between makes another password at the next start, and loses none.
    if (password === undefined && !isTerminal) await firstPassword.write(madeUp)
    return { email: email ?? `admin@${slug}.example`, passwordHash, tokenVersion: 1, passwordFrom }
  }

  /** Only what nobody told us, and only once it is stored. */
  function introduce(address: string) {
    if (email === undefined || password === undefined) print(`Administrator: ${address}`)
    if (password !== undefined) return
    print(
      isTerminal
        ? `Password: ${madeUp} (shown only this once)`
        : `The password is in ${firstPassword.file}. The first login deletes this file.`,
    )
  }

  /** What is stored, or what the environment makes of it: then every session ends. */
  async function updated(before: StoredAdmin): Promise<StoredAdmin> {
    const sameEmail = email === undefined || isSame(email, before.email)
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

/** Addresses are the same in any case. */
export const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
