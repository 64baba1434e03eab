import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { errorFields } from '#server/http/log.ts'
import type { AuditEvent, AuditFields, Identity, RequestTools } from '#server/http/request.ts'
import { createProofOfWork, type ProofCost } from '#server/leads/captcha.ts'
import type { MailSettings } from '#server/lib/mailer.ts'
import type { Disk } from '#server/storage/files.ts'
import { byEmail } from './admin-file.ts'
import { type AdministratorsOptions, createAdministrators } from './administrators.ts'
import { type AuditDatabase, createAuditLog } from './audit-log.ts'
import { createCommandTokens } from './command-tokens.ts'
import { createInvitationLimits } from './invitation-routes.ts'
import { createLoginLimits } from './login-limits.ts'
import { confirmationOf } from './login-methods.ts'
import { createNotices } from './notices.ts'
import { createPasskeys } from './passkeys.ts'
import { createPasswords, type HashCost } from './passwords.ts'
import { adminRoutes } from './routes.ts'
import { createSessions } from './sessions.ts'
import { createTokens, derivedKey, readSigningKey } from './tokens.ts'

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
  database?: AuditDatabase
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
  const passwords = createPasswords(deps.hashCost)
  const administrators = await createAdministrators({
    ...{ email, password, slug, print, isTerminal, now, log },
    file: join(folder, 'admin.json'),
    passwords,
    audit: (event, about) => void auditLog.note(event, { actor: 'environment', about }),
  })
  const key = await readSigningKey(join(folder, 'signing.key'), config.jwtSecret)
  const sessions = createSessions({ folder, now, log, days })
  /** Ends the sessions of administrators who are not in `admin.json`. Never throws. */
  async function endUnknown(): Promise<void> {
    const known = (await administrators.list()).map(({ id }) => id)
    await sessions.endUnknown(new Set(known)).catch((error) => log.error('sessions not ended', errorFields(error)))
  }
  await endUnknown()
  const tokens = createTokens({ key, sessions, sessionDays: days.max, now })
  const commands = await createCommandTokens(folder, now)
  const limits = config.rateLimits ? createLoginLimits(() => now().getTime()) : undefined
  const passkeys = createPasskeys({ administrators, publicUrl: config.publicUrl, name, now })
  const invitationLimits = config.rateLimits ? createInvitationLimits(now) : undefined
  const notices = createNotices({ mail: config.mail, site: name, publicUrl: config.publicUrl, now, log })
  const routes = {
    ...{ name, notices, administrators, sessions, tokens, passkeys, limits, solver, log, now },
    ...{ passwords, invitationLimits, isAuthor, bylineOf },
    auditReader: auditLog.reader,
    proof: createProofOfWork({ key: derivedKey(key, 'login proof of work'), now, cost: deps.captchaWork }),
  }

  /** Returns who has this token; `undefined` without a valid session. Never throws. */
  async function identify(token: string, request: Request): Promise<Identity | undefined> {
    const { method, url } = request
    const { pathname } = new URL(url)
    if (commands.isValid(token, { method, path: pathname })) return SHELL
    const session = await sessions.find((await tokens.sessions.read(token)) ?? '')
    if (!session) return
    const administrator = await administrators.find(session.administrator)
    if (!administrator) {
      await endUnknown()
      return
    }
    if (method !== 'GET' || !isBackground(pathname)) sessions.touch(session)
    // Without the password hash and the second factor.
    const { id, name, email, author } = administrator
    return {
      session: { id: session.id, isConfirmed: sessions.isConfirmed(session) },
      administrator: { id, name, email, author },
      confirmation: confirmationOf(administrator, passkeys.isAvailable(request)),
    }
  }

  return {
    administrators,
    sessions,
    tokens,
    auditLog,
    identify,
    /** Appends to the audit log, and mails what the administrator should know. Never throws. */
    async note(event: AuditEvent, fields: AuditFields): Promise<void> {
      // A login has no session yet, only an e-mail.
      const by = fields.by ?? byEmail(await administrators.current(), fields.actor)?.id
      notices.ofEvent(event, fields)
      return auditLog.note(event, { ...fields, by })
    },
    routes: (tools: RequestTools, onLogin: () => void) => adminRoutes(routes, tools, onLogin),
    /** Resolves when everything is written. */
    close: async () => {
      notices.close()
      await Promise.all([sessions.close(), auditLog.close()])
    },
  }
}

/** Open pages request these by themselves, to notice the end of their session, other editors and the state of git. That is no use of the session. */
const isBackground = (path: string) =>
  path === adminPaths.account ||
  path === adminPaths.contentState ||
  path === adminPaths.imports ||
  path.startsWith(adminPaths.presence(''))

/** A shell command that sends a request to the running server. */
const SHELL: Identity = {
  session: { id: 'shell', isConfirmed: true },
  administrator: { id: 'shell', name: 'Shell', email: 'shell', author: null },
  confirmation: 'password',
}
