import { existsSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import * as v from 'valibot'
import { trimmed } from '#contract/trimmed.ts'
import { email } from '#contract/validate.ts'
import { passwordProblem, signingSecretProblem } from '#server/admin/people/passwords.ts'
import { SESSION_DAYS } from '#server/admin/sessions/sessions.ts'
import { databaseUrlProblem } from '#server/database/settings.ts'
import { remoteUrlProblem } from '#server/git/runner/remote-url.ts'
import { tlsOf } from '#server/http/strict-transport.ts'
import { webhookSettings } from '#server/leads/notify/webhook.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { type TrustedProxies, trustedProxies } from '#server/lib/ip.ts'
import { mailSettings } from '#server/lib/mailer.ts'
import { metricsSettings } from '#server/ops/metrics-endpoint.ts'
import { didYouMean } from '#server/text/scan/edit-distance.ts'

export type { Runtime } from './runtime.ts'

/** An invalid variable aborts startup with this message, which never contains the value. */
export class InvalidConfigError extends OperatorError {}

export type Environment = Record<string, string | undefined>
/** Reads the file of a `…_FILE` variable. Throws when it is missing. */
type ReadFile = (path: string) => string

/** The validated environment. All settings have defaults with which the site starts on a new machine. */
export type Config = ReturnType<typeof readConfig>

/** Throws `InvalidConfigError` for the first invalid variable. Empty variables count as unset. */
export function readConfig(env: Environment, readFile: ReadFile = (path) => readFileSync(path, 'utf8')) {
  const { text, secret, number, oneOf } = variables(env, readFile)
  const publicUrl = originOf(text('PUBLIC_URL'))
  const port = number('PORT', 3000, { min: 0, max: 65_535 })
  return {
    port,
    host: text('HOST') ?? '0.0.0.0',
    /** The origin that visitors use, without a trailing slash. The only source of absolute URLs. */
    publicUrl,
    /** `undefined` without an https PUBLIC_URL. */
    tls: tlsOf(publicUrl, {
      days: number('HSTS_DAYS', 365, { min: 0, max: 730 }),
      subdomains: oneOf('HSTS_SUBDOMAINS', ['off', 'on'], 'off') === 'on',
    }),
    ...folders(text('CONTENT_DIR'), text('STORAGE_DIR'), text('PRIVATE_DIR')),
    /** `undefined`: sign-ups, messages and the audit log are files. */
    databaseUrl: database(secret('DATABASE_URL', databaseUrlProblem)?.trim(), oneOf('STORE', STORES, 'auto')),
    adminEmail: adminEmail(secret('ADMIN_EMAIL')),
    adminPassword: secret('ADMIN_PASSWORD', passwordProblem),
    jwtSecret: secret('JWT_SECRET', signingSecretProblem),
    /** Days without use after which a session ends, and days after which it ends in any case. */
    sessionDays: {
      idle: number('SESSION_IDLE_DAYS', SESSION_DAYS.idle, { min: 1, max: 365 }),
      max: number('SESSION_MAX_DAYS', SESSION_DAYS.max, { min: 1, max: 365 }),
    },
    /** Older events of the audit log are deleted. */
    auditDays: number('AUDIT_DAYS', 730, { min: 30, max: 36_500 }),
    trustedProxies: proxies(text('TRUSTED_PROXIES') ?? ''),
    logLevel: oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error'], 'info'),
    rateLimits: oneOf('RATE_LIMITS', ['on', 'off'], 'on') === 'on',
    /** Beyond this number, idle connections are closed and requests with a body are rejected. A browser opens up to six. */
    maxConnections: number('MAX_CONNECTIONS', 1000, { min: 10, max: 999_999 }),
    /** Seconds for which a CDN may store public pages; 0: not at all. */
    cdnSeconds: number('CDN_TTL', 0, { min: 0, max: 86_400 }),
    /** Seconds for which /readyz answers 503 before the process stops to accept connections. */
    shutdownDelaySeconds: number('SHUTDOWN_DELAY', 0, { min: 0, max: 60 }),
    /** Mail to administrators, and about leads where it has a recipient; `undefined`: off. */
    mail: known(mailSettings(secret('SMTP_URL'), text('MAIL_TO'), text('MAIL_FROM'))),
    webhook: known(webhookSettings(text('WEBHOOK_URL'), secret('WEBHOOK_SECRET'))),
    /** `undefined`: no metrics. */
    metrics: known(metricsSettings(secret('METRICS_TOKEN'), text('METRICS_PORT'), text('METRICS_HOST'), port)),
    captcha: oneOf('CAPTCHA', ['off', 'on'], 'off') === 'on',
    ...git(
      oneOf('GIT_COMMIT', ['auto', 'off'], 'auto'),
      oneOf('GIT_PUSH', ['off', 'on'], 'off'),
      secret('GIT_REMOTE', remoteUrlProblem)?.trim(),
      text('GIT_BRANCH'),
    ),
  }
}

/**
 * The variables that are not ours but nearly have the name of one, with that name. `_FILE` counts where it is read. The
 * environment has many others.
 */
export function unknownVariables(env: Environment): string[] {
  const own = variableNames()
  return Object.keys(env).flatMap((name) => {
    if (own.has(name)) return []
    const meant = didYouMean(name, own, name.length < LONG_NAME_CHARACTERS ? 2 : 3)
    return meant ? [`${name} is no variable of the site${meant}`] : []
  })
}

/** `TRUSTED_PROXY` is three edits from `TRUSTED_PROXIES`; so many make another word of a short one. */
const LONG_NAME_CHARACTERS = 12

/** The variables of the site, as the readers ask for them: there is no second list. */
export function variableNames(): ReadonlySet<string> {
  const names = new Set<string>()
  const asked: Environment = new Proxy({}, { get: (_, name) => void names.add(String(name)) })
  readConfig(asked)
  return names
}

/** Where the records are: `auto`, in the database if there is one, or what is in effect anyway, so that a lost DATABASE_URL is noticed. */
const STORES = ['auto', 'files', 'postgres'] as const

function database(url: string | undefined, store: (typeof STORES)[number]): string | undefined {
  if (store === 'postgres' && url === undefined)
    throw new InvalidConfigError(
      'STORE=postgres says that the records are in PostgreSQL, so it needs DATABASE_URL. Set it as it was.',
    )
  if (store === 'files' && url !== undefined)
    throw new InvalidConfigError('STORE=files says that the records are in files. Unset DATABASE_URL, or STORE.')
  return url
}

const eitherOf = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Readers of one variable each. */
function variables(env: Environment, readFile: ReadFile) {
  const text = (name: string) => env[name]?.trim() || undefined

  /** Returns `NAME`, or the text of the file in `NAME_FILE` without its final line break. */
  function secretText(name: string): string | undefined {
    const path = text(`${name}_FILE`)
    if (path === undefined) return env[name] || undefined
    if (env[name]) throw new InvalidConfigError(`Set ${name} or ${name}_FILE, not both.`)
    try {
      return readFile(path).replace(/\r?\n$/, '') || undefined
    } catch {
      throw new InvalidConfigError(`${name}_FILE names a file that cannot be read.`)
    }
  }

  return {
    text,
    /** `problemOf` returns the end of a sentence that begins with the variable's name. */
    secret(name: string, problemOf?: (secret: string) => string | undefined): string | undefined {
      const secret = secretText(name)
      const problem = secret && problemOf?.(secret)
      if (problem) throw new InvalidConfigError(`${name} ${problem}.`)
      return secret
    },
    number(name: string, fallback: number, { min, max }: { min: number; max: number }): number {
      const typed = text(name) ?? String(fallback)
      const number = Number(typed)
      if (!/^\d{1,6}$/.test(typed) || number < min || number > max)
        throw new InvalidConfigError(`${name} must be a number from ${min} to ${max}.`)
      return number
    },
    oneOf<const Word extends string>(name: string, words: readonly Word[], fallback: NoInfer<Word>): Word {
      const typed = text(name) ?? fallback
      const found = words.find((word) => word === typed)
      if (!found) throw new InvalidConfigError(`${name} must be ${eitherOf.format(words)}.`)
      return found
    },
  }
}

function known<Settings>(found: Settings | string): Settings {
  if (typeof found === 'string') throw new InvalidConfigError(found)
  return found
}

/** `privateDir` has the files that are never served: sign-ups, keys, logs, caches. */
function folders(contentDir = 'content', storageDir = 'storage', privateDir = defaultPrivateDir(storageDir)) {
  const isNested = (folder: string) => isWithin(folder, privateDir) || isWithin(privateDir, folder)
  if (isNested(contentDir) || isNested(join(storageDir, 'public')))
    throw new InvalidConfigError(
      'PRIVATE_DIR must be apart from CONTENT_DIR and from the folder public in STORAGE_DIR.',
    )
  return { contentDir, storageDir, privateDir }
}

const defaultPrivateDir = (storageDir: string) => join(storageDir, 'private')

const isWithin = (folder: string, path: string) => `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`)

function originOf(publicUrl: string | undefined): string | undefined {
  if (publicUrl === undefined) return
  const url = URL.parse(publicUrl)
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new InvalidConfigError('PUBLIC_URL must be an address like https://www.example.com, without a path.')
  return url.origin
}

const EmailSchema = v.pipe(v.string(), trimmed(), email())

function adminEmail(typed: string | undefined): string | undefined {
  if (typed === undefined) return
  const valid = v.safeParse(EmailSchema, typed)
  if (!valid.success) throw new InvalidConfigError('ADMIN_EMAIL must be an e-mail address.')
  return valid.output
}

function proxies(list: string): TrustedProxies {
  const proxies = trustedProxies(list.split(/[\s,]+/).filter(Boolean))
  if (!proxies) throw new InvalidConfigError('TRUSTED_PROXIES must be a list like 10.0.0.0/8,fd00::/8.')
  return proxies
}

/**
 * Whether saves are committed when the content folder is in a checkout, whether that is synced with its upstream branch, the
 * remote that is cloned into empty folders, and the only branch to commit to.
 */
function git(commit: 'auto' | 'off', push: 'off' | 'on', remote: string | undefined, branch: string | undefined) {
  if (branch !== undefined && !BRANCH.test(branch))
    throw new InvalidConfigError('GIT_BRANCH must be the name of a branch, like main.')
  if (branch !== undefined && commit === 'off')
    throw new InvalidConfigError('GIT_BRANCH names the branch of the commits, so it needs GIT_COMMIT=auto.')
  if (push === 'on' && commit === 'off')
    throw new InvalidConfigError('GIT_PUSH=on pushes commits, so it needs GIT_COMMIT=auto.')
  if (remote !== undefined && push === 'off')
    throw new InvalidConfigError('GIT_REMOTE names the remote that the site syncs with, so it needs GIT_PUSH=on.')
  return { gitCommit: commit === 'auto', gitPush: push === 'on', gitRemote: remote, gitBranch: branch }
}

/** What git accepts, and nothing that it could take for an option, a range or a revision. */
const BRANCH = /^(?!-|\/|refs\/)(?!.*(?:\.\.|@\{|\/\/|\/\.))(?!\.)[^\s\p{Cc}:*?^~\\[]+(?<!\.lock|\.|\/)$/u

/**
 * Throws `InvalidConfigError` while private files are in the default folder and PRIVATE_DIR is empty. Otherwise the
 * site would start without its sign-ups and with a new administrator.
 */
export function rejectUnmovedFiles({ storageDir, privateDir }: Pick<Config, 'storageDir' | 'privateDir'>): void {
  const isUsed = (folder: string) => existsSync(join(folder, 'admin.json'))
  const old = defaultPrivateDir(storageDir)
  if (isUsed(old) && !isUsed(privateDir))
    throw new InvalidConfigError(
      `PRIVATE_DIR is empty, and the site's private files are in ${old}. Move them to PRIVATE_DIR.`,
    )
}
