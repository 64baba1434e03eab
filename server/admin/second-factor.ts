import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import * as v from 'valibot'

/** RFC 6238 as every authenticator app knows it: SHA-1, six digits, half a minute. */
const ALGORITHM = 'SHA1'
const DIGITS = 6
const PERIOD_SECONDS = 30
/** As long as what SHA-1 gives (RFC 4226, 4). */
const SECRET_BYTES = 20
/** A clock may be off by so many steps, either way. */
const WINDOW_STEPS = 1

export const RECOVERY_CODES = 10
/** Four groups of six, five bits each: 120 bits, so that a plain hash keeps them. */
const GROUPS = 4
const GROUP_CHARACTERS = 6
/** Thirty-two characters that no one mistakes for another. */
const READABLE = 'abcdefghijkmnpqrstuvwxyz23456789'

export const SecondFactorSchema = v.object({
  /** When it was switched on: ISO 8601. */
  since: v.pipe(v.string(), v.isoTimestamp()),
  /** In base32. It cannot be hashed: codes are computed from it. */
  secret: v.pipe(v.string(), v.regex(/^[A-Z2-7]{32}$/)),
  /** The step of the last code that was taken: none up to it is taken again. */
  lastStep: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** SHA-256 of those that are left. */
  recovery: v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
})
export type SecondFactor = v.InferOutput<typeof SecondFactorSchema>

/** 160 random bits. */
export const newSecret = () => new Secret({ size: SECRET_BYTES }).base32

/** What an authenticator app is told of a secret: `otpauth://totp/…`. */
export const otpauthAddress = (secret: string, issuer: string, email: string): string =>
  new TOTP({ ...settings(secret), issuer, label: email }).toString()

const settings = (secret: string) => ({
  secret: Secret.fromBase32(secret),
  algorithm: ALGORITHM,
  digits: DIGITS,
  period: PERIOD_SECONDS,
})

/** Whether this has the form of a code that an app shows; a recovery code has not. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(withoutSpaces(code))

const withoutSpaces = (code: string) => code.replace(/\s/g, '')

/** The step that a code belongs to; `undefined`: it is not right now. `now` may be off by one step. */
export function stepOf(code: string, secret: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  if (!isAppCode(code)) return
  const token = withoutSpaces(code)
  const off = new TOTP(settings(secret)).validate({ token, timestamp, window: WINDOW_STEPS })
  return off === null ? undefined : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + off
}

/** Ten codes for the day on which the phone is gone, and what is kept of them. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const group = () => Array.from({ length: GROUP_CHARACTERS }, () => READABLE[randomInt(READABLE.length)]).join('')
  const codes = Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join('-'))
  return { codes, hashes: codes.map(hashOf) }
}

const hashOf = (code: string) => createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest('hex')

export type Used = { factor: SecondFactor; by: 'code' | 'recovery code' }

/**
 * Returns what is left of the factor once this code, or recovery code, was used; `undefined`: it is wrong, or was used before.
 * A last step beyond every code that can be right now is from before the clock was set back, and blocks none.
 */
export function withUsed(factor: SecondFactor, code: string, now: Date): Used | undefined {
  const step = stepOf(code, factor.secret, now)
  const newest = TOTP.counter({ period: PERIOD_SECONDS, timestamp: now.getTime() }) + WINDOW_STEPS
  const isUnused = step !== undefined && (step > factor.lastStep || factor.lastStep > newest)
  if (isUnused) return { factor: { ...factor, lastStep: step }, by: 'code' }
  const hash = hashOf(code)
  if (!factor.recovery.includes(hash)) return
  return { factor: { ...factor, recovery: factor.recovery.filter((one) => one !== hash) }, by: 'recovery code' }
}
