import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NEW_PASSWORD_MAX_CHARACTERS, NEW_PASSWORD_MIN_CHARACTERS } from '#contract/limits.ts'
import { ValidationError } from '#server/lib/errors.ts'
import { createFairQueue } from '#server/lib/fair-queue.ts'

/** Cost of one argon2id hash: memory in KiB, and passes. Low in tests. */
export type HashCost = { memoryCost: number; timeCost: number }
export const DEFAULT_COST: HashCost = { memoryCost: 32 * 1024, timeCost: 3 }

/**
 * Hashes and verifies passwords with argon2id: each takes 32 MB and a core, so one of strangers, whose networks take turns, and one
 * of browsers that have logged in before (`isKnown`), for which strangers leave no less room. Throws `UnavailableError` when too many wait.
 */
export function createPasswords(cost: HashCost = DEFAULT_COST) {
  const queue = () => createFairQueue({ atOnce: 1, busy: 'Too many logins at once. Please try again in a moment.' })
  const strangers = queue()
  const known = queue()
  const turnOf = (isKnown = false) => (isKnown ? known : strangers)

  return {
    /** Of the format `PASSWORD_FORMAT`. */
    hash: (password: string, isKnown?: boolean) =>
      turnOf(isKnown)(() => Bun.password.hash(password.normalize('NFC'), { algorithm: 'argon2id', ...cost })),
    /** Without a format, the hash is of the password as it was typed. */
    verify: (password: string, hash: string, isKnown?: boolean, format?: PasswordFormat) =>
      turnOf(isKnown)(() => Bun.password.verify(format ? password.normalize('NFC') : password, hash)),
  }
}

/** What is hashed: the password in NFC, because keyboards send "é" as one character or as two. */
export const PASSWORD_FORMAT = 'nfc' as const
export type PasswordFormat = typeof PASSWORD_FORMAT

export type Passwords = ReturnType<typeof createPasswords>

/** Thirty-two characters that are not mistaken for another: five bits each. */
const READABLE_CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Returns a random text that can be read aloud: `k7mq-…`. */
export function readableCode({ groups, characters }: { groups: number; characters: number }): string {
  const character = () => READABLE_CHARACTERS[randomInt(READABLE_CHARACTERS.length)]
  return Array.from({ length: groups }, () => Array.from({ length: characters }, character).join('')).join('-')
}

/** 100 random bits. */
export const readablePassword = () => readableCode({ groups: 5, characters: 4 })

const COMMON_PASSWORDS = join(import.meta.dir, 'common-passwords', 'common-passwords.txt')

/** Read on demand: most starts check no password. Not split into lines, which takes ten times as long. */
const isCommon = (password: string) =>
  !password.includes('\n') && `\n${readFileSync(COMMON_PASSWORDS, 'utf8')}\n`.includes(`\n${password}\n`)

const KEY_MIN_BYTES = 32
const KEY_MIN_DIFFERENT_CHARACTERS = 12

/**
 * Returns why a new administrator password is rejected, as the end of a sentence. Any character counts, and there is no
 * composition rule. Stored passwords are never checked.
 */
export function passwordProblem(password: string): string | undefined {
  const { length } = Array.from(password)
  if (length < NEW_PASSWORD_MIN_CHARACTERS || length > NEW_PASSWORD_MAX_CHARACTERS)
    return `must have ${NEW_PASSWORD_MIN_CHARACTERS} to ${NEW_PASSWORD_MAX_CHARACTERS} characters`
  if (isCommon(password.toLowerCase())) return 'is one of the 10,000 most common passwords: choose another one'
}

/** Returns why a signing secret is too easy to guess, as the end of a sentence. */
export function signingSecretProblem(secret: string): string | undefined {
  const hint = 'Make one with: openssl rand -base64 48'
  if (Buffer.byteLength(secret) < KEY_MIN_BYTES) return `must have at least ${KEY_MIN_BYTES} bytes. ${hint}`
  if (new Set(secret).size < KEY_MIN_DIFFERENT_CHARACTERS)
    return `must have at least ${KEY_MIN_DIFFERENT_CHARACTERS} different characters. ${hint}`
  // The last repetition may be cut off.
  for (let period = 1; period <= secret.length / 2; period++)
    if (secret.startsWith(secret.slice(period))) return `must not repeat a shorter text. ${hint}`
}

/** Throws `ValidationError` for a new administrator password that is rejected. */
export function assertGoodPassword(password: string): void {
  const problem = passwordProblem(password)
  if (problem) throw new ValidationError({ password: { message: `Password ${problem}.` } })
}
