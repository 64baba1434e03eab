import { isIP } from 'node:net'
import { styleText } from 'node:util'
import pino from 'pino'
import { anonymizeIp } from './ip.ts'
import { currentRequest } from './request-context.ts'

const levels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof levels)[number]

/** An event, as noun and past participle, and its fields: never a password, a token or a whole e-mail address. */
export type LogEvent = (event: string, fields?: Record<string, unknown>) => void
export type Log = Record<LogLevel, LogEvent>

/**
 * Creates a log that writes one JSON line per event from `level` upwards: time, level, event, the request's id, and the redacted
 * fields. `write` is synchronous and receives the line without its line break.
 */
export function createLog(level: LogLevel, write: (line: string) => void, now = () => new Date()): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${now().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: redact },
      mixin: requestFacts,
    },
    { write: (line) => write(line.slice(0, -1)) },
  )
  const at =
    (one: LogLevel): LogEvent =>
    (event, fields) =>
      logger[one]({ event, ...fields })
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function requestFacts(): Record<string, string> {
  const request = currentRequest()
  return request ? { request: request.id } : {}
}

/** Redaction is the last line of defense: callers should not log secrets in the first place. */

/** The values of fields with such names are hidden. */
const SECRET_NAME = /pass(?:word|phrase|wd)|secret|token|authorization|cookie|credential|api_?key|^e?mail$|^phone$/i
const HIDDEN = '[hidden]'

/** The parts are bounded so that the search is linear on any input. */
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}\.[a-z]{2,63}/gi
const JWT = /\beyJ[\w-]{5,2000}\.[\w-]{5,}\.[\w-]*/g
const BEARER = /\b(bearer|basic) +[\w.~+/=-]{8,}/gi
/** `https://user:password@host` */
const URL_LOGIN = /(:\/\/)[^\s/@:]{0,256}:[^\s/@]{0,256}@/g

const MAX_DEPTH = 6

/** Replaces secrets, e-mails and whole IP addresses in the fields of an event. Other values are unchanged. */
export const redact = (fields: object): Record<string, unknown> => redactEntries(fields, 0)

function redactEntries(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, redactField(name, value, depth)]))
}

function redactField(name: string, value: unknown, depth: number): unknown {
  if (SECRET_NAME.test(name)) return HIDDEN
  if (name === 'address' && typeof value === 'string' && isIP(value) !== 0) return anonymizeIp(value)
  return redactValue(value, depth)
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth === MAX_DEPTH) return '[deep]'
  return Array.isArray(value) ? value.map((one) => redactValue(one, depth + 1)) : redactEntries(value, depth + 1)
}

function redactText(text: string): string {
  const logins = text.includes('@') ? text.replace(URL_LOGIN, `$1${HIDDEN}@`).replace(EMAIL, '[email]') : text
  return logins.replace(JWT, '[token]').replace(BEARER, `$1 ${HIDDEN}`)
}

const COLORS = { debug: 'gray', info: 'green', warn: 'yellow', error: 'red' } as const
type Level = keyof typeof COLORS
const isLevel = (level: unknown): level is Level => typeof level === 'string' && Object.hasOwn(COLORS, level)

/** Formats log lines for a terminal: `12:03:04 warn  commit deferred  waiting=2`. A stack trace follows below. */
export const prettyLog =
  (write: (line: string) => void) =>
  (line: string): void =>
    write(format(JSON.parse(line)))

function format({ time, level, event, stack, ...fields }: Record<string, unknown>): string {
  const known = isLevel(level) ? level : 'info'
  const pairs = Object.entries(fields).map(([name, value]) => `${styleText('dim', `${name}=`)}${plain(value)}`)
  const head = [clockOf(time), styleText(COLORS[known], known.padEnd(5)), styleText('bold', visible(String(event)))]
  const first = [...head, ...pairs].join(' ')
  return typeof stack === 'string' ? `${first}\n${styleText('dim', visible(stack))}` : first
}

/** In the local time zone. */
const clockOf = (time: unknown) => new Date(String(time)).toTimeString().slice(0, 8)

/** A plain word unquoted; anything else as JSON, so that its end is visible. */
const plain = (value: unknown) =>
  typeof value === 'string' && /^[\w./:*-]+$/.test(value) ? value : visible(JSON.stringify(value) ?? '')

/** Control characters in user input must not move the cursor or color the terminal. */
const visible = (text: string) => text.replace(/(?!\n)\p{Cc}/gu, '·')
