import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { accountStores } from '#server/admin/account-stores.ts'
import { createAuditLog } from '#server/admin/audit/audit-log.ts'
import { type Accounts, type Administrator, byEmail } from '#server/admin/people/admin-file.ts'
import type { HashCost } from '#server/admin/people/passwords.ts'
import { createSessions } from '#server/admin/sessions/sessions.ts'
import { decodeSite } from '#server/content/files/decode-file.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import type { AuditEvent } from '#server/http/audit-event.ts'
import { OperatorError } from '#server/lib/errors.ts'
import type { Log } from '#server/lib/log.ts'
import type { MailSettings } from '#server/lib/mailer.ts'

export type AdminCommandOptions = {
  config: {
    privateDir: string
    databaseUrl?: string | undefined
    contentDir: string
    publicUrl: string | undefined
    mail: MailSettings | undefined
    sessionDays?: { idle: number; max: number }
  }
  now(): Date
  log: Log
  write(text: string): void
  /** Prints the question and returns the answer; `undefined` at the end of the input. */
  ask(question: string): Promise<string | undefined>
  colors: boolean
  /** Of this process; `undefined` on systems without user ids. */
  uid: number | undefined
  /** Low in tests. */
  hashCost?: HashCost
}

/** What the commands share: the files, which a running server shares, too, and who is meant. */
export function createContext(options: AdminCommandOptions, database: SiteDatabase | undefined) {
  const { config, now, log, write, uid } = options
  const folder = config.privateDir
  const { accounts: store, sessions } = accountStores({ folder, database, now, log })

  return {
    ...options,
    folder,
    database,
    read: store.read,
    /** The product's name, which mails and the authenticator app show. */
    siteName: (): Promise<string> =>
      readFile(join(config.contentDir, 'site.yml'), 'utf8')
        .then((text) => decodeSite(text).name)
        .catch(() => 'Website'),
    sessions: createSessions({ store: sessions, now, log, days: config.sessionDays }),
    print: (line: string) => write(`${line}\n`),
    /** Stores what `edit` returns. Throws `OperatorError`, the domain errors of `edit`, and file system errors. */
    async change(edit: (before: Accounts) => Accounts | Promise<Accounts>): Promise<void> {
      await assertOwner(folder, uid)
      await store.change(edit)
    },
    /** Throws `OperatorError` before anything is written that the server could not read. */
    assertOwner: () => assertOwner(folder, uid),
    /** Records the event. `person`: whom it is about; without an id, no administrator yet. */
    async audit(event: AuditEvent, person?: { id?: string; email: string; detail?: string }): Promise<void> {
      const audit = await createAuditLog({ folder, now, log, database })
      const about = person && { subject: person.email, ...(person.id !== undefined && { about: person.id }) }
      await audit.note(event, {
        actor: 'shell',
        ...about,
        ...(person?.detail !== undefined && { detail: person.detail }),
      })
      await audit.close()
    },
  }
}
export type Context = ReturnType<typeof createContext>

/** The administrator who was made first. Throws `OperatorError` before the first start of the site. */
export function firstOf({ administrators: [first] }: Accounts): Administrator {
  if (!first) throw new OperatorError('There is no administrator yet: the first start of the site makes one.')
  return first
}

/** The administrator with this e-mail, which may be left out while there is only one. Throws `OperatorError`. */
export function pick(accounts: Accounts, email: string | undefined): Administrator {
  const { administrators } = accounts
  const first = firstOf(accounts)
  if (email === undefined && administrators.length > 1)
    throw new OperatorError(
      `There are ${administrators.length} administrators: add an e-mail. \`bun run admin list\` shows them.`,
    )
  const found = email === undefined ? first : byEmail(accounts, email)
  if (!found) throw new OperatorError('No administrator has this e-mail. `bun run admin list` shows them.')
  return found
}

/** The server could not read a file that root writes into its folder. */
async function assertOwner(folder: string, uid: number | undefined): Promise<void> {
  const { uid: owner } = await stat(folder)
  if (uid === 0 && owner !== 0)
    throw new OperatorError(
      `${folder} belongs to user ${owner}. Run this as that user: sudo -u '#${owner}' bun run admin …`,
    )
}

/** Control characters in user input could control the terminal. */
export const plain = (value: unknown) => (value === undefined ? '' : String(value).replace(/\p{C}/gu, ' '))

/** `2026-03-01 10:00`, in UTC. */
export const minuteOf = (time: string) => time.slice(0, 16).replace('T', ' ')
