import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { FIRST_NAME } from '#contract/accounts.ts'
import { OperatorError } from '#server/lib/errors.ts'
import type { PrivateText } from '#server/storage/private-text.ts'
import { SecondFactorSchema } from './second-factor.ts'
import { passkeyEntries } from './stored-passkey.ts'

/** argon2id, including cost and salt. */
const passwordHash = v.pipe(v.string(), v.startsWith('$argon2id$'))

const AdministratorSchema = v.object({
  /** Random. Sessions name it, so a new administrator with an old e-mail gets no old session. */
  id: v.pipe(v.string(), v.nonEmpty()),
  name: v.string(),
  email: v.string(),
  /** The id of a file in content/authors. */
  author: v.nullable(v.string()),
  passwordHash,
  secondFactor: v.optional(SecondFactorSchema),
  ...passkeyEntries,
})
export type Administrator = v.InferOutput<typeof AdministratorSchema>

const InvitationSchema = v.object({
  id: v.string(),
  email: v.string(),
  /** SHA-256 of the token in the link. */
  tokenHash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** The name of an administrator, or `shell`. */
  invitedBy: v.string(),
  until: v.pipe(v.string(), v.isoTimestamp()),
})
export type StoredInvitation = v.InferOutput<typeof InvitationSchema>

const AccountsSchema = v.object({
  administrators: v.array(AdministratorSchema),
  invitations: v.array(InvitationSchema),
  /** The audit log has ids only. Names are here, in one place, where they can be erased. Files of earlier versions have none. */
  removed: v.optional(v.array(v.object({ id: v.string(), name: v.string() })), []),
})
export type Accounts = v.InferOutput<typeof AccountsSchema>

/** The file of versions that had one administrator. */
const SingleSchema = v.pipe(
  v.object({
    email: v.string(),
    passwordHash,
    secondFactor: v.optional(SecondFactorSchema),
  }),
  v.transform((before): Accounts => {
    const administrator = { id: idFrom(before.passwordHash), name: FIRST_NAME, author: null, ...before }
    return { administrators: [administrator], invitations: [], removed: [] }
  }),
)

/** As random as the salt of the hash, and the same for each read until the first write stores it: reading writes nothing. */
const idFrom = (hash: string) =>
  createHash('sha256')
    .update(hash)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

export const NOBODY: Accounts = { administrators: [], invitations: [], removed: [] }

/**
 * The accounts, shared by the server and `bun run admin`: each sees the other's writes at once, and overwrites none. Before
 * the first start there are no administrators.
 */
export function createAdminStore(stored: PrivateText) {
  return {
    /** Throws `OperatorError`, and what the store throws. */
    read: async () => accountsIn(await stored.read(), stored.name),
    whileUnchanged: stored.whileUnchanged,
    /** Stores and returns what `edit` returns. Throws what `edit` and the store throw, and `OperatorError`. */
    async change(edit: (before: Accounts) => Accounts | Promise<Accounts>): Promise<Accounts> {
      let after = NOBODY
      await stored.change(async (text) => {
        const before = accountsIn(text, stored.name)
        after = await edit(before)
        return after === before ? text : JSON.stringify(after, null, 2)
      })
      return after
    },
  }
}
export type AdminStore = ReturnType<typeof createAdminStore>

function accountsIn(text: string | undefined, name: string): Accounts {
  if (text === undefined) return NOBODY
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), v.union([AccountsSchema, SingleSchema])), text)
  if (stored.success) return stored.output
  throw new OperatorError(`${name} is damaged. Delete it and start again: a new administrator is made.`)
}

/** E-mail addresses are compared without case. */
export const isSameEmail = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

export const byEmail = ({ administrators }: Accounts, email: string) =>
  administrators.find((one) => isSameEmail(one.email, email))

/** Replaces one administrator by what `edit` returns; changes nothing if there is none with this id. */
export const editOne = (accounts: Accounts, id: string, edit: (before: Administrator) => Administrator): Accounts => ({
  ...accounts,
  administrators: accounts.administrators.map((one) => (one.id === id ? edit(one) : one)),
})
