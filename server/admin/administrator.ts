import { readAdmin, type StoredAdmin, writeAdmin } from './admin-file.ts'
import { type Passwords, readablePassword } from './passwords.ts'

export type AdministratorOptions = {
  /** `storage/private/admin.json`. */
  file: string
  /** From the environment; they win over what is stored. */
  email?: string | undefined
  password?: string | undefined
  /** The product's, for the address that the first start makes up. */
  slug: string
  passwords: Passwords
  /** Shows a line to whoever starts the server. */
  print(line: string): void
}

/**
 * The one administrator (decision 27). Without any, the first start makes one and prints the password, once;
 * what is kept is its argon2id hash. Throws `AdministratorUnusable`.
 */
export async function createAdministrator({ file, email, password, slug, passwords, print }: AdministratorOptions) {
  const madeUp = readablePassword()
  const stored = await readAdmin(file)
  let admin = stored ? await updated(stored) : await first()
  if (admin !== stored) await writeAdmin(file, admin)
  if (!stored) introduce(admin.email)

  async function first(): Promise<StoredAdmin> {
    const passwordHash = await passwords.hash(password ?? madeUp)
    return { email: email ?? `admin@${slug}.example`, passwordHash, tokenVersion: 1 }
  }

  /** Only what nobody told us, and only once it is stored. */
  function introduce(address: string) {
    if (email === undefined || password === undefined) print(`Administrator: ${address}`)
    if (password === undefined) print(`Password: ${madeUp} (shown only this once)`)
  }

  /** What is stored, or what the environment makes of it: then every session ends. */
  async function updated(before: StoredAdmin): Promise<StoredAdmin> {
    const sameEmail = email === undefined || isSame(email, before.email)
    const samePassword = password === undefined || (await passwords.verify(password, before.passwordHash))
    if (sameEmail && samePassword) return before
    return {
      email: email ?? before.email,
      passwordHash: samePassword ? before.passwordHash : await passwords.hash(password),
      tokenVersion: before.tokenVersion + 1,
    }
  }

  return {
    /** Whether this is the administrator. Always one argon2id check: a wrong e-mail takes as long as a wrong password. */
    async login(typedEmail: string, typedPassword: string): Promise<boolean> {
      const right = await passwords.verify(typedPassword, admin.passwordHash)
      return right && isSame(typedEmail, admin.email)
    },
    email: () => admin.email,
    tokenVersion: () => admin.tokenVersion,
    /** "Log out everywhere" (decision 29): no token given so far is valid any longer. */
    async endSessions(): Promise<void> {
      const next = { ...admin, tokenVersion: admin.tokenVersion + 1 }
      await writeAdmin(file, next)
      admin = next
    },
  }
}
export type Administrator = Awaited<ReturnType<typeof createAdministrator>>

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
