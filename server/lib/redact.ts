import { isIP } from 'node:net'
import { anonymizeIp } from './ip.ts'

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
export const redact = (fields: object, depth = 0): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, redactValue(name, value, depth)]))

function redactValue(name: string, value: unknown, depth: number): unknown {
  if (SECRET_NAME.test(name)) return HIDDEN
  if (typeof value === 'string') return name === 'address' && isIP(value) ? anonymizeIp(value) : redactText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth === MAX_DEPTH) return '[deep]'
  return Array.isArray(value) ? value.map((one) => redactValue('', one, depth + 1)) : redact(value, depth + 1)
}

function redactText(text: string): string {
  const logins = text.includes('@') ? text.replace(URL_LOGIN, `$1${HIDDEN}@`).replace(EMAIL, '[email]') : text
  return logins.replace(JWT, '[token]').replace(BEARER, `$1 ${HIDDEN}`)
}
