import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const PASSWORD_MIN_CHARACTERS = 12
const PASSWORD_MAX_CHARACTERS = 128
const COMMON_PASSWORDS = join(import.meta.dir, 'common-passwords', 'common-passwords.txt')

const KEY_MIN_BYTES = 32
const KEY_MIN_DIFFERENT_CHARACTERS = 12

/**
 * Returns what a new administrator password must be, as the end of a sentence, where it is not; `undefined`: it may be used.
 * Any character counts, and there is no composition rule. Passwords that are stored already are never checked.
 */
export function passwordProblem(password: string): string | undefined {
  const { length } = Array.from(password)
  if (length < PASSWORD_MIN_CHARACTERS || length > PASSWORD_MAX_CHARACTERS)
    return `must have ${PASSWORD_MIN_CHARACTERS} to ${PASSWORD_MAX_CHARACTERS} characters`
  if (isCommon(password)) return 'is one of the 10,000 most common passwords: choose another one'
}

/** Read on demand: most starts check no password. */
const isCommon = (password: string): boolean =>
  readFileSync(COMMON_PASSWORDS, 'utf8').split('\n').includes(password.toLowerCase())

/** Returns why a signing secret is too easy to guess, as the end of a sentence; `undefined`: it may be used. */
export function signingSecretProblem(secret: string): string | undefined {
  if (Buffer.byteLength(secret) < KEY_MIN_BYTES) return `must have at least ${KEY_MIN_BYTES} bytes. ${MAKE_ONE}`
  if (new Set(secret).size < KEY_MIN_DIFFERENT_CHARACTERS)
    return `must have at least ${KEY_MIN_DIFFERENT_CHARACTERS} different characters. ${MAKE_ONE}`
  if (isRepetition(secret)) return `must not repeat a shorter text. ${MAKE_ONE}`
}

const MAKE_ONE = 'Make one with: openssl rand -base64 48'

/** Whether the text is a shorter one, at least twice in a row; the last time may be cut off. */
function isRepetition(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++) if (text.startsWith(text.slice(period))) return true
  return false
}
