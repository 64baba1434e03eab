import { isIP } from 'node:net'
import { shortAddress } from './anonymize-ip.ts'

/** The last wall before a line of the log. Whoever logs leaves such things out; this is for whoever forgot. */

/** Whatever stands under such a name is nobody's business. */
const SECRET_NAME = /pass(?:word|phrase|wd)|secret|token|authorization|cookie|credential|api_?key|^e?mail$|^phone$/i
const HIDDEN = '[hidden]'

/** A part may have no more letters than addresses have: each search ends soon, whatever it is given. */
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}\.[a-z]{2,63}/gi
const JWT = /\beyJ[\w-]{5,2000}\.[\w-]{5,}\.[\w-]*/g
const BEARER = /\b(bearer|basic) +[\w.~+/=-]{8,}/gi
/** `https://user:password@host` */
const URL_LOGIN = /(:\/\/)[^\s/@:]{0,256}:[^\s/@]{0,256}@/g

const MAX_DEPTH = 6

/** The facts of an event without secrets and whole addresses, of people and of machines. What holds none stays as it is. */
export const withoutSecrets = (facts: object): Record<string, unknown> => cleanEntries(facts, 0)

function cleanEntries(facts: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, cleanFact(name, value, depth)]))
}

function cleanFact(name: string, value: unknown, depth: number): unknown {
  if (SECRET_NAME.test(name)) return HIDDEN
  if (name === 'address' && typeof value === 'string' && isIP(value) !== 0) return shortAddress(value)
  return clean(value, depth)
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth === MAX_DEPTH) return '[deep]'
  return Array.isArray(value) ? value.map((one) => clean(one, depth + 1)) : cleanEntries(value, depth + 1)
}

function cleanText(text: string): string {
  const logins = text.includes('@') ? text.replace(URL_LOGIN, `$1${HIDDEN}@`).replace(EMAIL, '[email]') : text
  return logins.replace(JWT, '[token]').replace(BEARER, `$1 ${HIDDEN}`)
}
