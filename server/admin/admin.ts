import { type AuditDatabase, createAuditLog } from '#server/admin/audit/audit-log.ts'
import { createLoginLimits } from '#server/admin/login/login-limits.ts'
import { createPasskeys } from '#server/admin/login/passkeys.ts'
import { createNotices } from '#server/admin/notices/notices.ts'
import { byEmail, NOBODY } from '#server/admin/people/admin-file.ts'
import { type AdministratorsOptions, createAdministrators } from '#server/admin/people/administrators.ts'
import { createPasswords, type HashCost } from '#server/admin/people/passwords.ts'
import { createCommandTokens } from '#server/admin/sessions/command-tokens.ts'
import { createSessions } from '#server/admin/sessions/sessions.ts'
import { createTokens, derivedKey } from '#server/admin/sessions/tokens.ts'
import { createInvitationLimits } from '#server/admin/settings/invitation-endpoints.ts'
import type { AuditEvent, AuditFields } from '#server/http/audit-event.ts'
import { createProofOfWork, type ProofCost } from '#server/http/proof-of-work.ts'
import { errorFields } from '#server/lib/log.ts'
import type { MailSettings } from '#server/lib/mailer.ts'
import type { Disk } from '#server/storage/files.ts'
import { type AccountDatabase, accountStores } from './account-stores.ts'
import { adminEndpoints } from './endpoints.ts'
import { createIdentify } from './identify.ts'
import { signingKey } from './signing-key.ts'

type AdminConfig = {
  privateDir: string
  adminEmail: string | undefined
  adminPassword: string | undefined
  jwtSecret: string | undefined
  rateLimits: boolean
  sessionDays: { idle: number; max: number }
  publicUrl: string | undefined
  mail: MailSettings | undefined
}
type AdminDeps = Pick<AdministratorsOptions, 'slug' | 'now' | 'print' | 'isTerminal' | 'log'> & {
  logDisk?: Disk
  database?: (AuditDatabase & AccountDatabase) | undefined
  /** Low in tests, like `captchaWork`. */
  hashCost?: HashCost
  captchaWork?: ProofCost
  /** Whether content/authors has a file with this id. */
  isAuthor(id: string): boolean
  /** The name that new posts show for a writer. */
  bylineOf(writer: { name: string; author: string | null }): string | null
  /** URL of the script that solves a proof of work. */
  solver: string
  /** The product's name. */
  name(): string
}

/** Throws `OperatorError` when the stored administrator or key is damaged. */
export async function createAdmin(config: AdminConfig, deps: AdminDeps) {
  const { privateDir: folder, adminEmail: email, adminPassword: password, sessionDays: days } = config
  const { slug, name, now, print, isTerminal, log, solver, isAuthor, bylineOf } = deps
  const auditLog = await createAuditLog({ folder, database: deps.database, now, log, disk: deps.logDisk })
  const stores = accountStores({ folder, database: deps.database, now, log })
  const passwords = createPasswords(deps.hashCost)
  const administrators = await createAdministrators({
    email,
    password,
    slug,
    print,
    isTerminal,
    now,
    log,
    folder,
    passwords,
    store: stores.accounts,
    audit: (event, about) => void auditLog.note(event, { actor: 'environment', about }),
  })
  const key = await signingKey(stores, config.jwtSecret)
  const sessions = createSessions({ store: stores.sessions, now, log, days })
  /** Ends the sessions of administrators who do not exist. Never throws. */
  async function endUnknown(): Promise<void> {
    const ended = administrators.list().then((list) => sessions.endUnknown(new Set(list.map(({ id }) => id))))
    await ended.catch((error) => log.error('sessions not ended', errorFields(error)))
  }
  await endUnknown()
  const tokens = createTokens({ key, sessions, sessionDays: days.max, now })
  const commands = await createCommandTokens(folder, now)
  const limits = config.rateLimits ? createLoginLimits(stores.attempts) : undefined
  const { challenges } = stores
  const passkeys = createPasskeys({ administrators, publicUrl: config.publicUrl, name, now, challenges })
  const invitationLimits = config.rateLimits ? createInvitationLimits(now) : undefined
  const notices = createNotices({ mail: config.mail, site: name, publicUrl: config.publicUrl, now, log })
  const options = {
    name,
    notices,
    administrators,
    sessions,
    tokens,
    passkeys,
    limits,
    solver,
    log,
    now,
    passwords,
    invitationLimits,
    isAuthor,
    bylineOf,
    auditReader: auditLog.reader,
    proof: createProofOfWork({
      key: async () => derivedKey(await key(), 'login proof of work'),
      used: stores.usedTokens('login proof of work'),
      now,
      cost: deps.captchaWork,
    }),
  }

  const identify = createIdentify({ administrators, sessions, tokens, passkeys, commands, endUnknown, now })

  return {
    administrators,
    sessions,
    tokens,
    /** What preview links need. */
    previews: { tokens: tokens.previews, text: stores.previews },
    auditLog,
    identify,
    /** Appends to the audit log, and mails what the administrator should know. Never throws. */
    async note(event: AuditEvent, fields: AuditFields): Promise<void> {
      // A login has no session yet, only an e-mail.
      const by = fields.by ?? byEmail(await administrators.current().catch(() => NOBODY), fields.actor)?.id
      notices.ofEvent(event, fields)
      return auditLog.note(event, { ...fields, by })
    },
    endpoints: (onLogin: () => void) => adminEndpoints(options, onLogin),
    /** Resolves when everything is written. */
    close: async () => {
      notices.close()
      await Promise.all([sessions.close(), auditLog.close()])
    },
  }
}
