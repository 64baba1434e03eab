import { existsSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import * as v from 'valibot'
import { EMAIL_MAX_CHARACTERS } from '#contract/limits.ts'
import { type HashCost, passwordProblem, signingSecretProblem } from '#server/admin/passwords.ts'
import type { Rendering } from '#server/blog/render/renderer.ts'
import type { Timers } from '#server/content/publication.ts'
import type { Log } from '#server/http/log.ts'
import type { ProofCost } from '#server/leads/captcha.ts'
import { mailSettings } from '#server/leads/notify/mail.ts'
import { webhookSettings } from '#server/leads/notify/webhook.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { type TrustedProxies, trustedProxies } from '#server/lib/ip.ts'
import { metricsSettings } from '#server/ops/metrics-routes.ts'
import type { LogDisk } from '#server/storage/log-file.ts'

/** An invalid variable aborts startup with this message, which never contains the value. */
export class InvalidConfigError extends OperatorError {}

export type Environment = Record<string, string | undefined>
/** Reads the file of a `…_FILE` variable. Throws when it is missing. */
type ReadFile = (path: string) => string

/** The validated environment. All settings have defaults with which the site starts on a new machine. */
export type Config = ReturnType<typeof readConfig>

/** Throws `InvalidConfigError` for the first invalid variable. Empty variables count as unset. */
export function readConfig(env: Environment, readFile: ReadFile = (path) => readFileSync(path, 'utf8')) {
  const port = numberIn(env, 'PORT', 3000, { min: 0, max: 65_535 })
  return {
    port,
    host: text(env, 'HOST') ?? '0.0.0.0',
    /** The origin that visitors use, without a trailing slash. The only source of absolute URLs. */
    publicUrl: publicUrlIn(env),
    ...foldersIn(env),
    adminEmail: emailIn(env, readFile),
    adminPassword: strongSecretIn(env, 'ADMIN_PASSWORD', readFile, passwordProblem),
    jwtSecret: strongSecretIn(env, 'JWT_SECRET', readFile, signingSecretProblem),
    trustedProxies: proxiesIn(env),
    logLevel: oneOf(env, 'LOG_LEVEL', ['debug', 'info', 'warn', 'error'], 'info'),
    rateLimits: oneOf(env, 'RATE_LIMITS', ['on', 'off']) === 'on',
    /** Beyond this number, idle connections are closed and requests with a body are rejected. A browser opens up to six. */
    maxConnections: numberIn(env, 'MAX_CONNECTIONS', 1000, { min: 10, max: 999_999 }),
    /** Notifications about sign-ups and messages; `undefined`: off. */
    mail: known(mailSettings(secretText(env, 'SMTP_URL', readFile), text(env, 'MAIL_TO'), text(env, 'MAIL_FROM'))),
    webhook: known(webhookSettings(text(env, 'WEBHOOK_URL'), secretText(env, 'WEBHOOK_SECRET', readFile))),
    /** `undefined`: no metrics. */
    metrics: known(
      metricsSettings(
        secretText(env, 'METRICS_TOKEN', readFile),
        text(env, 'METRICS_PORT'),
        text(env, 'METRICS_HOST'),
        port,
      ),
    ),
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
  // `privateDir` has the files that are never served: sign-ups, keys, logs, caches.
  return { contentDir, storageDir, privateDir }
}

const defaultPrivateDir = (storageDir: string) => join(storageDir, 'private')

const isWithin = (folder: string, path: string) => `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`)

function numberIn(
  env: Environment,
  name: string,
  fallback: number,
  { min, max }: { min: number; max: number },
): number {
  const typed = text(env, name) ?? String(fallback)
  const number = Number(typed)
  if (!/^\d{1,6}$/.test(typed) || number < min || number > max)
    throw new InvalidConfigError(`${name} must be a number from ${min} to ${max}.`)
  return number
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

function gitIn(env: Environment) {
  /** Whether saves are committed when the content folder is in a git checkout. */
  const gitCommit = oneOf(env, 'GIT_COMMIT', ['auto', 'off']) === 'auto'
  /** Whether the checkout is synced with its upstream branch. */
  const gitPush = oneOf(env, 'GIT_PUSH', ['off', 'on']) === 'on'
  if (gitPush && !gitCommit) throw new InvalidConfigError('GIT_PUSH=on pushes commits, so it needs GIT_COMMIT=auto.')
  return { gitCommit, gitPush }
}

const eitherOf = new Intl.ListFormat('en-GB', { type: 'disjunction' })

function oneOf<const Word extends string>(
  env: Environment,
  name: string,
  words: readonly [Word, ...Word[]],
  fallback: NoInfer<Word> = words[0],
): Word {
  const typed = text(env, name) ?? fallback
  const found = words.find((word) => word === typed)
  if (!found) throw new InvalidConfigError(`${name} must be ${eitherOf.format(words)}.`)
  return found
}

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

/** Clock, logs and other dependencies that tests replace. */
export type Runtime = {
  now(): Date
  log: Log
  /** Prints a line for the operator. */
  print(line: string): void
  /** Whether `print` and the log write to a terminal. */
  isTerminal: boolean
  /** The folder with the build of the client. */
  dist: string
  /** Cost of a password hash; low in tests. */
  hashCost?: HashCost
  /** The disk of the logs; full or failing in tests. */
  logDisk?: LogDisk
  /** Cost of a proof of work; low in tests. */
  captchaWork?: ProofCost
  /** The sanitizer's worker: shared by the sites of a test process, which would each start one. */
  rendering?: Rendering
  /** Capacity of the page cache, in bytes: small in tests. */
  pageCacheBytes?: number
  /** Deferred work starts this long after startup; never if unset. */
  settleMs?: number
  /** Timers of scheduled publication; replaced in tests. */
  timers?: Timers | undefined
}
