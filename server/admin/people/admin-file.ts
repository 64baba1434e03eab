import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { FIRST_NAME } from '#contract/accounts.ts'
import type { PrivateText } from '#server/storage/private-text.ts'
import { readStored, type StoredJson, storedText, UnreadableStateError } from '#server/storage/stored-json.ts'
import { PASSWORD_FORMAT } from './passwords.ts'
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
  /** Hashes of earlier versions have none. */
  passwordFormat: v.optional(v.literal(PASSWORD_FORMAT)),
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
  v.transform((before) => {
    const administrator = { id: idFrom(before.passwordHash), name: FIRST_NAME, author: null, ...before }
    return { administrators: [administrator], invitations: [], removed: [], isMigrated: true }
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
    read: () => readAccounts(stored),
    whileUnchanged: stored.whileUnchanged,
    /** Stores and returns what `edit` returns. Throws what `edit` and the store throw, and `OperatorError`. */
    async change(edit: (before: Accounts) => Accounts | Promise<Accounts>): Promise<Accounts> {
      let after = NOBODY
      await stored.change(async (text) => {
        const before = text === undefined ? undefined : storedIn(text, stored.name)
        after = await edit(before?.accounts ?? NOBODY)
        if (after === (before?.accounts ?? NOBODY)) return text
        // Before the change: it is tried again if this fails.
        if (before && isSomeoneGone(before.accounts, after)) await stored.removeMigrationBackups()
        else if (text !== undefined && before?.isMigrated) await stored.backUpBeforeMigration(text)
        return storedText(after, before?.json, 2)
      })
      return after
    },
  }
}
export type AdminStore = ReturnType<typeof createAdminStore>

/** Throws `OperatorError`, and what the store throws. */
export async function readAccounts({ name, read }: Pick<PrivateText, 'name' | 'read'>): Promise<Accounts> {
  const text = await read()
  return text === undefined ? NOBODY : storedIn(text, name).accounts
}

/** `json`: what the next write must keep; `undefined` where that is a migration. Throws `OperatorError`. */
function storedIn(text: string, name: string) {
  const stored = readStored(v.union([AccountsSchema, SingleSchema]), text, name)
  if (stored === 'damaged') throw new UnreadableStateError(name)
  const { all, known } = stored
  if (!('isMigrated' in known)) return { accounts: known, json: { all, known }, isMigrated: false }
  const { isMigrated, ...accounts } = known
  return { accounts, json: undefined, isMigrated }
}

/** Whether an administrator or an invited person is in `before` only: then no copy of the file may have them either. */
function isSomeoneGone(before: Accounts, after: Accounts): boolean {
  const people = [...after.administrators, ...after.invitations]
  return (
    before.administrators.some(({ id }) => !after.administrators.some((one) => one.id === id)) ||
    before.invitations.some(({ email }) => !people.some((one) => isSameEmail(one.email, email)))
  )
}

/** E-mail addresses are compared without case. */
export const isSameEmail = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

export const byEmail = ({ administrators }: Accounts, email: string) =>
  administrators.find((one) => isSameEmail(one.email, email))

/** Replaces one administrator by what `edit` returns; changes nothing if there is none with this id. */
export const editOne = (accounts: Accounts, id: string, edit: (before: Administrator) => Administrator): Accounts => ({
  ...accounts,
  administrators: accounts.administrators.map((one) => (one.id === id ? edit(one) : one)),
})

/**
 * The accounts of two stores. Those of `target` stay; administrators and invitations whose id and e-mail it does not have, and never had, are added.
 * `text`: what to store; `undefined` for what is stored already. `existing`: how many administrators the target had. `owners`: by id in
 * `source`, who has the same e-mail in `target`. Throws `OperatorError`.
 */
export function mergeAccounts(target: string | undefined, source: string | undefined) {
  const own = target === undefined ? undefined : storedIn(target, 'admin.json of the target')
  const other = source === undefined ? undefined : storedIn(source, 'admin.json of the source')
  const accounts = own?.accounts ?? NOBODY
  const { administrators = [], invitations = [], removed = [] } = other?.accounts ?? {}
  const existing = accounts.administrators.length
  if (existing === 0)
    return { text: source, added: administrators.length, there: 0, existing, owners: new Map<string, string>() }
  const owners = new Map<string, string>()
  const further = administrators.filter(({ id, email }) => {
    const same = accounts.administrators.find((one) => one.id === id) ?? byEmail(accounts, email)
    if (same && same.id !== id) owners.set(id, same.id)
    return !same && !accounts.removed.some((one) => one.id === id)
  })
  const people = [...accounts.administrators, ...further]
  const isNew = (one: StoredInvitation) =>
    ![...people, ...accounts.invitations].some((a) => isSameEmail(a.email, one.email))
  const merged = {
    administrators: people,
    invitations: [...accounts.invitations, ...invitations.filter(isNew)],
    removed: [...accounts.removed, ...removed.filter(({ id }) => !accounts.removed.some((one) => one.id === id))],
  }
  const isSame = (['administrators', 'invitations', 'removed'] as const).every(
    (name) => merged[name].length === accounts[name].length,
  )
  const text = isSame ? undefined : storedText(merged, joined(own?.json, other?.json), 2)
  return { text, added: further.length, there: administrators.length - further.length, existing, owners }
}

/** Both, so that what this version does not know of anybody in them stays. */
function joined(own: StoredJson<Accounts> | undefined, other: StoredJson<Accounts> | undefined) {
  if (!own || !other) return own ?? other
  const join = (one: unknown, more: unknown) => {
    const lists = ['administrators', 'invitations', 'removed'].map((name) => [
      name,
      [...listIn(one, name), ...listIn(more, name)],
    ])
    return { ...(one as object), ...Object.fromEntries(lists) }
  }
  return { all: join(own.all, other.all), known: join(own.known, other.known) as Accounts }
}

function listIn(value: unknown, name: string): unknown[] {
  const list: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return Array.isArray(list) ? list : []
}
