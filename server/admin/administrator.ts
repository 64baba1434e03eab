import { unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { errorFields, type Log } from '#server/http/log.ts'
import type { AuditEvent } from '#server/http/request.ts'
import { OperatorError, StorageError } from '#server/lib/errors.ts'
import { readPrivateFile, writePrivateFile } from '#server/storage/files.ts'
import { withFileLock } from '#server/storage/locks.ts'
import { type Passwords, readablePassword } from './passwords.ts'
import { consumeCode, SecondFactorSchema, type Used } from './second-factor.ts'

export type AdministratorOptions = {
  /** `storage/private/admin.json`. */
  file: string
  passwords: Passwords
  /** From the environment. Takes precedence over what is stored. */
  email?: string | undefined
  password?: string | undefined
  /** The product's slug, for the e-mail that the first start makes up. */
  slug: string
  now(): Date
  log: Log
  print(line: string): void
  /** Whether `print` writes to a terminal: a first password is never written to a stored log. */
  isTerminal: boolean
  audit?: (event: AuditEvent) => void
}

/** The one administrator, read from the file each time: `bun run admin` takes effect at once. Throws `OperatorError`. */
export async function createAdministrator(options: AdministratorOptions) {
  const { file, passwords, now, log } = options
  const store = createAdminStore(file)
  const folder = dirname(file)
  let admin = await ensureAdmin(store, options)
  let readable = true
  // A password from the environment invalidates one that was never read.
  if (options.password !== undefined) await deleteFirstPassword(folder, log)

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
     * A password that is reset meanwhile is wrong. Throws `RateLimitError`. `isKnown`: of `createPasswords`.
     */
    async login(typedEmail: string, typedPassword: string, isKnown = false): Promise<boolean> {
      const { passwordHash } = await current()
      const right = await passwords.verify(typedPassword, passwordHash, isKnown)
      const { email, passwordHash: hashNow } = await current()
      return right && passwordHash === hashNow && isSameEmail(typedEmail, email)
    },
    /** Deletes the first-password file. Never throws. */
    loggedIn: () => deleteFirstPassword(folder, log),
    hasSecondFactor: async () => (await current()).secondFactor !== undefined,
    /** Uses up a valid code and returns its kind. Throws `StorageError`: then the code is not used up. */
    async takeCode(code: string): Promise<Used['by'] | undefined> {
      let used: Used | undefined
      await change((before) => {
        used = before.secondFactor && consumeCode(before.secondFactor, code, now())
        return used ? { ...before, secondFactor: used.factor } : before
      })
      return used?.by
    },
    /** As read last. */
    email: () => admin.email,
    /** Read from the file: tokens of another version are invalid. Never throws. */
    currentVersion: async () => (await current()).tokenVersion,
    /** "Log out everywhere": invalidates all tokens. Throws `StorageError`. */
    endSessions: () => change(withoutSessions),
  }
}
export type Administrator = Awaited<ReturnType<typeof createAdministrator>>

/** Invalidates all tokens. */
export const withoutSessions = (admin: StoredAdmin): StoredAdmin => ({ ...admin, tokenVersion: admin.tokenVersion + 1 })

/** Returns the administrator at startup, and creates one at the first start. Throws `OperatorError`. */
async function ensureAdmin(store: AdminStore, options: AdministratorOptions): Promise<StoredAdmin> {
  const { file, passwords, email, password, slug, print, isTerminal, audit } = options
  const passwordFile = firstPasswordFile(dirname(file))
  const passwordFrom = password === undefined ? 'here' : 'environment'
  const stored = await store.read()
  if (!stored) return createFirst()
  // Nothing is written when nothing changes, so that the site starts on a full disk.
  if ((await updated(stored)) === stored) return stored
  const admin = await store.change((before = stored) => updated(before))
  if (admin.tokenVersion !== stored.tokenVersion) audit?.('administrator.changed')
  return admin

  /** A made-up password is shown once: on the terminal, or in the file `first-password`. */
  async function createFirst(): Promise<StoredAdmin> {
    const shown = password ?? readablePassword()
    const passwordHash = await passwords.hash(shown)
    // Written before the administrator is stored: a crash in between makes a new password at the next start.
    if (password === undefined && !isTerminal) await writePrivateFile(passwordFile, shown)
    const first = { email: email ?? `admin@${slug}.example`, passwordHash, tokenVersion: 1, passwordFrom } as const
    await store.change(() => first)
    if (email === undefined || password === undefined) print(`Administrator: ${first.email}`)
    if (password === undefined)
      print(
        isTerminal
          ? `Password: ${shown} (shown only this once)`
          : `The password is in ${passwordFile}. The first login deletes this file.`,
      )
    audit?.('administrator.made')
    return first
  }

  /** Applies e-mail and password of the environment. A change ends all sessions. */
  async function updated(before: StoredAdmin): Promise<StoredAdmin> {
    const sameEmail = email === undefined || isSameEmail(email, before.email)
    const samePassword = password === undefined || (await passwords.verify(password, before.passwordHash))
    if (sameEmail && samePassword) return before.passwordFrom === passwordFrom ? before : { ...before, passwordFrom }
    const passwordHash = samePassword ? before.passwordHash : await passwords.hash(password)
    return withoutSessions({ ...before, email: email ?? before.email, passwordHash, passwordFrom })
  }
}

/** E-mail addresses are compared without case. */
const isSameEmail = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The file for a made-up first password when the server does not start on a terminal. `folder`: of private files. */
const firstPasswordFile = (folder: string) => join(folder, 'first-password')

/** Never throws: a failure is logged. */
export async function deleteFirstPassword(folder: string, log: Log): Promise<void> {
  const file = firstPasswordFile(folder)
  await unlink(file).catch((error) => {
    if (error.code !== 'ENOENT') log.error('first password not deleted', { file, ...errorFields(error) })
  })
}

const AdminSchema = v.object({
  email: v.string(),
  /** argon2id, including cost and salt. */
  passwordHash: v.pipe(v.string(), v.startsWith('$argon2id$')),
  /** Part of every token: incrementing it ends all sessions. */
  tokenVersion: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Where the password came from at the last start. One from the environment cannot be reset here. */
  passwordFrom: v.optional(v.picklist(['here', 'environment']), 'here'),
  secondFactor: v.optional(SecondFactorSchema),
})
export type StoredAdmin = v.InferOutput<typeof AdminSchema>

/** `admin.json`, shared by the server and `bun run admin`: each sees the other's writes at once, and overwrites none. */
export const createAdminStore = (file: string) => ({
  /** Returns `undefined` before the first start. Throws `OperatorError`. */
  read: () => readAdmin(file),
  /** Stores and returns what `edit` returns. Throws what `edit` and the disk throw, and `OperatorError`. */
  change: (edit: (before: StoredAdmin | undefined) => StoredAdmin | Promise<StoredAdmin>): Promise<StoredAdmin> =>
    withFileLock(file.replace(/\.json$/, '.lock'), async () => {
      const before = await readAdmin(file)
      const after = await edit(before)
      if (after !== before) await writePrivateFile(file, JSON.stringify(after, null, 2))
      return after
    }),
})
type AdminStore = ReturnType<typeof createAdminStore>

async function readAdmin(file: string): Promise<StoredAdmin | undefined> {
  const text = await readPrivateFile(file)
  if (text === undefined) return
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), AdminSchema), text)
  if (stored.success) return stored.output
  throw new OperatorError(`${file} is damaged. Delete it and start again: a new administrator is made.`)
}
