import type { ConfirmationKind } from '#contract/confirmation.ts'
import { type LoginMethod, PASSKEYS_MAX } from '#contract/passkeys.ts'
import { ConflictError, NotFoundError } from '#server/lib/errors.ts'
import { type Accounts, type Administrator, editOne } from './admin-file.ts'
import type { StoredPasskey } from './stored-passkey.ts'

/** How administrators log in, and edits of `admin.json` that change it. Each throws before it changes anything. */

export const passkeysOf = ({ passkeys = [] }: Administrator): readonly StoredPasskey[] => passkeys

/**
 * The method in effect. Codes of an app are always asked for where they are on. `two-steps` without any second step, after
 * `bun run admin remove-2fa`, is the password alone; `passkey` never becomes anything weaker automatically.
 */
export function loginMethodOf(administrator: Administrator): LoginMethod {
  const { loginMethod, secondFactor } = administrator
  if (loginMethod === 'passkey') return 'passkey'
  const chosen = loginMethod === 'two-steps' && passkeysOf(administrator).length > 0
  return secondFactor || chosen ? 'two-steps' : 'password'
}

/** Whether nothing has changed that a login checks. The use of a code or passkey, or its name, is no change. */
export const hasSameFactors = (a: Administrator, b: Administrator): boolean => factorsOf(a) === factorsOf(b)

const factorsOf = (administrator: Administrator): string =>
  JSON.stringify([
    administrator.passwordHash,
    administrator.secondFactor?.secret ?? null,
    loginMethodOf(administrator),
    passkeysOf(administrator).map(({ id, publicKey }) => [id, publicKey]),
  ])

/** How an administrator confirms sensitive actions. Where only passkeys log in, nothing weaker confirms. `available`: passkeys at this address. */
export function confirmationOf(administrator: Administrator, available: boolean): ConfirmationKind {
  if (loginMethodOf(administrator) === 'passkey') return 'passkey'
  if (!available || passkeysOf(administrator).length === 0)
    return administrator.secondFactor ? 'password-or-code' : 'password'
  return administrator.secondFactor ? 'password-code-or-passkey' : 'password-or-passkey'
}

/** The passkey with this credential id, and whose it is. */
export function findPasskey({ administrators }: Accounts, id: string) {
  for (const administrator of administrators) {
    const passkey = passkeysOf(administrator).find((one) => one.id === id)
    if (passkey) return { administrator, passkey }
  }
}

/** Throws `ConflictError` for a passkey that is stored already, and beyond the largest number; `NotFoundError` without the administrator. */
export function addPasskey(accounts: Accounts, administrator: string, passkey: StoredPasskey): Accounts {
  if (findPasskey(accounts, passkey.id)) throw new ConflictError('This passkey is stored already.')
  return editPasskeys(accounts, administrator, (before) => {
    if (before.length >= PASSKEYS_MAX) throw new ConflictError(`At most ${PASSKEYS_MAX} passkeys can be stored.`)
    return [...before, passkey]
  })
}

/** Changes what is given. Throws `NotFoundError`. */
export const changePasskey = (
  accounts: Accounts,
  administrator: string,
  id: string,
  changes: Partial<Pick<StoredPasskey, 'name' | 'counter' | 'lastUsed' | 'discoverable'>>,
): Accounts =>
  editPasskeys(accounts, administrator, (before) => {
    if (!before.some((one) => one.id === id)) throw new NotFoundError()
    return before.map((one) => (one.id === id ? { ...one, ...changes } : one))
  })

const REQUIRED =
  'This is your last passkey, and your login requires one. Choose another login method first, or add another passkey.'

/** Throws `NotFoundError`, and `ConflictError` for the last passkey while logins need one. */
export function removePasskey(accounts: Accounts, administrator: string, id: string): Accounts {
  const owner = ownerIn(accounts, administrator)
  return editPasskeys(accounts, administrator, (before) => {
    const left = before.filter((one) => one.id !== id)
    if (left.length === before.length) throw new NotFoundError()
    const isRequired = owner.loginMethod === 'passkey' || (owner.loginMethod === 'two-steps' && !owner.secondFactor)
    if (left.length === 0 && isRequired) throw new ConflictError(REQUIRED)
    return left
  })
}

const UNUSED = 'Use one of your passkeys first, so that it is certain that it works.'
const NOT_DISCOVERABLE =
  'This passkey has not logged in without your e-mail yet. Log in with it first, or add it again, so that it is certain that it works.'

/** Where only passkeys log in, nothing weaker than one changes that. */
export class PasskeyUnusedError extends ConflictError {
  constructor() {
    super(UNUSED)
  }
}

/**
 * Throws `ConflictError` for a method that would lock the administrator out, or that is weaker than the codes of an app, which are
 * turned off elsewhere; `PasskeyUnusedError` for leaving `passkey` without having used one. `usedSince`: a passkey that was used
 * since then works.
 */
export function setLoginMethod(
  accounts: Accounts,
  administrator: string,
  loginMethod: LoginMethod,
  usedSince: Date,
): Accounts {
  const owner = ownerIn(accounts, administrator)
  const passkeys = passkeysOf(owner)
  const used = passkeys.filter((one) => isUsedSince(one, usedSince))
  if (loginMethod === 'passkey') assertCanLogIn(used)
  else if (owner.loginMethod === 'passkey' && used.length === 0) throw new PasskeyUnusedError()
  if (loginMethod === 'two-steps' && passkeys.length === 0 && !owner.secondFactor)
    throw new ConflictError('Add a passkey or an authenticator app first.')
  if (loginMethod === 'password' && owner.secondFactor)
    throw new ConflictError('Your authenticator app is on. Turn it off first.')
  return editOne(accounts, administrator, (before) => ({ ...before, loginMethod }))
}

/** A second step and a confirmation name the passkeys to the browser; a login with nothing else cannot. */
function assertCanLogIn(used: readonly StoredPasskey[]): void {
  if (used.length === 0) throw new ConflictError(UNUSED)
  if (!used.some(({ discoverable }) => discoverable)) throw new ConflictError(NOT_DISCOVERABLE)
}

const isUsedSince = ({ lastUsed }: StoredPasskey, since: Date) =>
  lastUsed !== null && Date.parse(lastUsed) >= since.getTime()

/**
 * For `bun run admin reset`: only the password logs in. The passkeys go, too, whether lost or not: one could have been added by
 * the intruder whom the reset is to keep out.
 */
export function withPasswordOnly(administrator: Administrator): Administrator {
  const { loginMethod: _method, secondFactor: _codes, passkeys: _passkeys, ...others } = administrator
  return others
}

function ownerIn({ administrators }: Accounts, id: string): Administrator {
  const found = administrators.find((one) => one.id === id)
  if (!found) throw new NotFoundError()
  return found
}

function editPasskeys(
  accounts: Accounts,
  administrator: string,
  edit: (before: readonly StoredPasskey[]) => StoredPasskey[],
): Accounts {
  const passkeys = edit(passkeysOf(ownerIn(accounts, administrator)))
  return editOne(accounts, administrator, (before) => ({ ...before, passkeys }))
}
