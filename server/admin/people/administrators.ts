import { isExpectedError } from '#server/http/errors.ts'
import { DatabaseAwayError, StorageError, unlessAway } from '#server/lib/errors.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { type Accounts, type Administrator, type AdminStore, byEmail, editOne, NOBODY } from './admin-file.ts'
import {
  deleteFirstPassword,
  ensureAdministrator,
  type FirstAdministratorOptions,
  isFirst,
} from './first-administrator.ts'
import { PASSWORD_FORMAT } from './passwords.ts'
import { consumeCode, type Used } from './second-factor.ts'

export type AdministratorsOptions = FirstAdministratorOptions & { store: AdminStore; now(): Date; log: Log }

/** All administrators, read each time: `bun run admin` takes effect at once. Throws `OperatorError`. */
export async function createAdministrators(options: AdministratorsOptions) {
  const { store, folder, passwords, now, log } = options
  // The site starts while the database is away; the first request that reaches it makes the administrator.
  let last = (await ensureAdministrator(store, options).catch(unlessAway)) ?? NOBODY
  let readable = true

  /** While the file cannot be read, its last contents count, and the log reports it. */
  async function current(): Promise<Accounts> {
    try {
      last = last === NOBODY ? await ensureAdministrator(store, options) : known(await store.read())
      readable = true
    } catch (error) {
      if (error instanceof DatabaseAwayError) throw error
      if (readable) log.error('administrator unreadable', errorFields(error))
      readable = false
    }
    return last
  }

  /** What was deleted while the site runs does not let the next visitor become the first administrator. */
  const known = (accounts: Accounts): Accounts => (accounts.administrators.length > 0 ? accounts : last)

  async function change(edit: (before: Accounts) => Accounts | Promise<Accounts>): Promise<void> {
    last = await store.change((before) => edit(known(before))).catch(failed)
  }

  const find = async (id: string) => (await current()).administrators.find((one) => one.id === id)

  /** The administrator, if the password was right and still is: one that is reset during the check is wrong. */
  async function verified(
    password: string,
    { id, passwordHash, passwordFormat }: Administrator,
    isKnown: boolean,
  ): Promise<Administrator | undefined> {
    const right = await passwords.verify(password, passwordHash, isKnown, passwordFormat)
    const now = await find(id)
    return right && now?.passwordHash === passwordHash ? now : undefined
  }

  /** The hash of an earlier version is replaced by one of the current format. Never throws: the next login tries again. */
  async function renewHash({ id, passwordHash, passwordFormat }: Administrator, password: string): Promise<void> {
    if (passwordFormat === PASSWORD_FORMAT) return
    try {
      const isSame = password === password.normalize('NFC')
      const renewed = isSame ? passwordHash : await passwords.hash(password, true)
      await change((before) =>
        before.administrators.some((one) => one.id === id && one.passwordHash === passwordHash)
          ? editOne(before, id, (one) => ({ ...one, passwordHash: renewed, passwordFormat: PASSWORD_FORMAT }))
          : before,
      )
    } catch (error) {
      log.warn('password hash not renewed', errorFields(error))
    }
  }

  return {
    /** As stored now. Throws `DatabaseAwayError`. */
    current,
    /** Stores what `edit` returns. Throws `StorageError`, and the expected errors of `edit`. */
    change,
    /** Runs `work` while no process can change an administrator. Throws `StorageError`, and the expected errors of `work`. */
    whileUnchanged: <Result>(work: () => Promise<Result>): Promise<Result> => store.whileUnchanged(work).catch(failed),
    find,
    list: async (): Promise<readonly Administrator[]> => (await current()).administrators,
    /**
     * The administrator with this e-mail and password. Always one argon2id check, with the hash of another administrator for
     * an unknown e-mail, so that it takes as long as a wrong password. Throws `UnavailableError`. `isKnown`: of `createPasswords`.
     */
    async verifyPassword(email: string, password: string, isKnown = false): Promise<Administrator | undefined> {
      const accounts = await current()
      const found = byEmail(accounts, email)
      const checked = found ?? accounts.administrators[0]
      const right = checked && (await verified(password, checked, isKnown))
      return found && right
    },
    renewHash,
    /** Whether this is the password of the administrator with this id, who is logged in. Throws `UnavailableError`. */
    async verifyPasswordOf(id: string, password: string): Promise<boolean> {
      const found = await find(id)
      return found !== undefined && (await verified(password, found, true)) !== undefined
    },
    /** Uses up a valid code and returns its kind. Throws `StorageError`: then the code is not used up. */
    async takeCode(id: string, code: string): Promise<Used['by'] | undefined> {
      let used: Used | undefined
      await change((before) => {
        const factor = before.administrators.find((one) => one.id === id)?.secondFactor
        const taken = factor && consumeCode(factor, code, now())
        used = taken
        return taken ? editOne(before, id, (one) => ({ ...one, secondFactor: taken.factor })) : before
      })
      return used?.by
    },
    /** Deletes the first-password file when the administrator whose password it has logs in. Never throws. */
    async loggedIn(id: string): Promise<void> {
      if (isFirst(last, id)) await deleteFirstPassword(folder, log)
    },
  }
}

function failed(error: unknown): never {
  throw isExpectedError(error) ? error : new StorageError(error)
}
export type Administrators = Awaited<ReturnType<typeof createAdministrators>>
