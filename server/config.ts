import { readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import * as v from 'valibot'
import { EMAIL_MAX_CHARACTERS } from '#contract/limits.ts'
import { passwordProblem, signingSecretProblem } from '#server/admin/passwords.ts'
import { type TrustedProxies, trustedProxies } from '#server/http/ip.ts'
import { isLogLevel, type LogLevel } from '#server/http/log.ts'
import { type MailSettings, mailSettings } from '#server/leads/notify/mail-settings.ts'
import { type WebhookSettings, webhookSettings } from '#server/leads/notify/webhook.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { type MetricsSettings, metricsSettings } from '#server/ops/metrics/settings.ts'

/** The validated environment. All settings have defaults with which the site starts on a new machine. */
export type Config = {
  port: number
  host: string
  /** The origin that visitors use, without a trailing slash. The only source of absolute URLs. */
  publicUrl: string | undefined
  contentDir: string
  storageDir: string
  /** The folder of files that are never served: sign-ups, keys, logs, caches. May be outside `storageDir`. */
  privateDir: string
  adminEmail: string | undefined
  adminPassword: string | undefined
  jwtSecret: string | undefined
  trustedProxies: TrustedProxies
  logLevel: LogLevel
  rateLimits: boolean
  /** Beyond this number, idle connections are closed and requests with a body are rejected. */
  maxConnections: number
  /** Notifications about sign-ups and messages; `undefined`: off. */
  mail: MailSettings | undefined
  webhook: WebhookSettings | undefined
  /** `undefined`: no metrics. */
  metrics: MetricsSettings | undefined
  captcha: boolean
  /** Whether saves are committed when the content folder is in a git checkout. */
  gitCommit: boolean
  /** Whether the checkout is synced with its upstream branch. */
  gitPush: boolean
}

/** An invalid variable aborts startup with this message, which never contains the value. */
export class InvalidConfigError extends OperatorError {}

export type Environment = Record<string, string | undefined>
/** Reads the file of a `…_FILE` variable. Throws when it is missing. */
type ReadFile = (path: string) => string

/** A single browser could open fewer than these. */
const CONNECTIONS_LEAST = 10

/** Throws `InvalidConfigError` for the first invalid variable. Empty variables count as unset. */
export function readConfig(env: Environment, readFile: ReadFile = (path) => readFileSync(path, 'utf8')): Config {
  return {
    port: portIn(env),
    host: text(env, 'HOST') ?? '0.0.0.0',
    publicUrl: publicUrlIn(env),
    ...foldersIn(env),
    adminEmail: emailIn(env, readFile),
    adminPassword: strongSecretIn(env, 'ADMIN_PASSWORD', readFile, passwordProblem),
    jwtSecret: strongSecretIn(env, 'JWT_SECRET', readFile, signingSecretProblem),
    trustedProxies: proxiesIn(env),
    logLevel: logLevelIn(env),
    rateLimits: oneOf(env, 'RATE_LIMITS', ['on', 'off']) === 'on',
    maxConnections: connectionsIn(env),
    mail: known(mailSettings(secretText(env, 'SMTP_URL', readFile), text(env, 'MAIL_TO'), text(env, 'MAIL_FROM'))),
    webhook: known(webhookSettings(text(env, 'WEBHOOK_URL'), secretText(env, 'WEBHOOK_SECRET', readFile))),
    metrics: known(metricsIn(env, readFile)),
    captcha: oneOf(env, 'CAPTCHA', ['off', 'on']) === 'on',
    ...gitIn(env),
  }
}

function known<Settings>(found: Settings | string): Settings {
  if (typeof found === 'string') throw new InvalidConfigError(found)
  return found
}

const text = (env: Environment, name: string) => env[name]?.trim() || undefined

function foldersIn(env: Environment) {
  const contentDir = text(env, 'CONTENT_DIR') ?? 'content'
  const storageDir = text(env, 'STORAGE_DIR') ?? 'storage'
  const privateDir = text(env, 'PRIVATE_DIR') ?? defaultPrivateDir(storageDir)
  const isNested = (folder: string) => isWithin(folder, privateDir) || isWithin(privateDir, folder)
  if (isNested(contentDir) || isNested(join(storageDir, 'public')))
    throw new InvalidConfigError(
      'PRIVATE_DIR must be apart from CONTENT_DIR and from the folder public in STORAGE_DIR.',
    )
  return { contentDir, storageDir, privateDir }
}

/** The default of PRIVATE_DIR. */
export const defaultPrivateDir = (storageDir: string) => join(storageDir, 'private')

const isWithin = (folder: string, path: string) => `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`)

function portIn(env: Environment): number {
  const typed = text(env, 'PORT') ?? '3000'
  const port = Number(typed)
  if (!/^\d{1,5}$/.test(typed) || port > 65_535) throw new InvalidConfigError('PORT must be a number from 0 to 65535.')
  return port
}

function connectionsIn(env: Environment): number {
  const typed = text(env, 'MAX_CONNECTIONS') ?? '1000'
  const max = Number(typed)
  if (!/^\d{1,6}$/.test(typed) || max < CONNECTIONS_LEAST)
    throw new InvalidConfigError(`MAX_CONNECTIONS must be a number from ${CONNECTIONS_LEAST} to 999999.`)
  return max
}

function publicUrlIn(env: Environment): string | undefined {
  const typed = text(env, 'PUBLIC_URL')
  if (typed === undefined) return
  const url = URL.parse(typed)
  const bare =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username
  if (!bare) throw new InvalidConfigError('PUBLIC_URL must be an address like https://www.example.com, without a path.')
  return url.origin
}

function emailIn(env: Environment, readFile: ReadFile): string | undefined {
  const email = secretText(env, 'ADMIN_EMAIL', readFile)?.trim()
  const EmailSchema = v.pipe(v.string(), v.maxLength(EMAIL_MAX_CHARACTERS), v.email())
  if (email !== undefined && !v.is(EmailSchema, email))
    throw new InvalidConfigError('ADMIN_EMAIL must be an e-mail address.')
  return email
}

/** `problemOf` returns the end of a sentence that begins with the variable's name. */
function strongSecretIn(
  env: Environment,
  name: string,
  readFile: ReadFile,
  problemOf: (secret: string) => string | undefined,
): string | undefined {
  const secret = secretText(env, name, readFile)
  const problem = secret === undefined ? undefined : problemOf(secret)
  if (problem !== undefined) throw new InvalidConfigError(`${name} ${problem}.`)
  return secret
}

/** Returns `NAME`, or the text of the file in `NAME_FILE` without its final line break. */
function secretText(env: Environment, name: string, readFile: ReadFile): string | undefined {
  const path = text(env, `${name}_FILE`)
  if (path === undefined) return env[name] || undefined
  if (env[name]) throw new InvalidConfigError(`Set ${name} or ${name}_FILE, not both.`)
  try {
    return readFile(path).replace(/\r?\n$/, '') || undefined
  } catch {
    throw new InvalidConfigError(`${name}_FILE names a file that cannot be read.`)
  }
}

function proxiesIn(env: Environment): TrustedProxies {
  const proxies = trustedProxies((text(env, 'TRUSTED_PROXIES') ?? '').split(/[\s,]+/).filter(Boolean))
  if (!proxies) throw new InvalidConfigError('TRUSTED_PROXIES must be a list like 10.0.0.0/8,fd00::/8.')
  return proxies
}

function logLevelIn(env: Environment): LogLevel {
  const level = text(env, 'LOG_LEVEL') ?? 'info'
  if (!isLogLevel(level)) throw new InvalidConfigError('LOG_LEVEL must be debug, info, warn or error.')
  return level
}

function metricsIn(env: Environment, readFile: ReadFile) {
  const token = secretText(env, 'METRICS_TOKEN', readFile)
  return metricsSettings(token, text(env, 'METRICS_PORT'), text(env, 'METRICS_HOST'), portIn(env))
}

function gitIn(env: Environment) {
  const gitCommit = oneOf(env, 'GIT_COMMIT', ['auto', 'off']) === 'auto'
  const gitPush = oneOf(env, 'GIT_PUSH', ['off', 'on']) === 'on'
  if (gitPush && !gitCommit) throw new InvalidConfigError('GIT_PUSH=on pushes commits, so it needs GIT_COMMIT=auto.')
  return { gitCommit, gitPush }
}

function oneOf<Word extends string>(env: Environment, name: string, words: readonly [Word, Word]): Word {
  const typed = text(env, name) ?? words[0]
  const found = words.find((word) => word === typed)
  if (!found) throw new InvalidConfigError(`${name} must be ${words[0]} or ${words[1]}.`)
  return found
}
