import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import * as v from 'valibot'
import { readableCode } from './passwords.ts'

const PERIOD_SECONDS = 30
/** The length of a SHA-1 digest, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** The clocks may differ by this many steps, either way. */
const WINDOW_STEPS = 1

export const RECOVERY_CODES = 10

export const SecondFactorSchema = v.object({
  /** When it was switched on, ISO 8601. */
  since: v.pipe(v.string(), v.isoTimestamp()),
  /** Base32. It cannot be hashed, because codes are computed from it. */
  secret: v.pipe(v.string(), v.regex(/^[A-Z2-7]{32}$/)),
  /** The step of the last accepted code. Codes up to this step are rejected. */
  lastStep: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** SHA-256 of the unused recovery codes. */
  recovery: v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
})
export type SecondFactor = v.InferOutput<typeof SecondFactorSchema>

export const newSecret = () => new Secret({ size: SECRET_BYTES }).base32

/** Returns the `otpauth://totp/…` URL that authenticator apps import. */
export const otpauthUrl = (secret: string, issuer: string, email: string): string =>
  new TOTP({ ...settings(secret), issuer, label: email }).toString()

/** RFC 6238 as all authenticator apps support it. */
const settings = (secret: string) => ({
  secret: Secret.fromBase32(secret),
  algorithm: 'SHA1',
  digits: 6,
  period: PERIOD_SECONDS,
})

/** Whether this has the form of an authenticator code rather than a recovery code. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(withoutSpaces(code))

const withoutSpaces = (code: string) => code.replace(/\s/g, '')

/** Returns the step that a code belongs to; `undefined` for a code that is not valid now. */
export function matchCode(code: string, secret: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  if (!isAppCode(code)) return
  const token = withoutSpaces(code)
  const off = new TOTP(settings(secret)).validate({ token, timestamp, window: WINDOW_STEPS })
  return off === null ? undefined : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + off
}

/** Ten recovery codes, and the hashes to store. Each has 120 bits, so a plain SHA-256 protects it. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => readableCode({ groups: 4, characters: 6 }))
  return { codes, hashes: codes.map(hashOf) }
}

const hashOf = (code: string) => createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest('hex')

export type Used = { factor: SecondFactor; by: 'code' | 'recovery code' }

/**
 * Returns the factor after this code or recovery code was used; `undefined` for a code that is wrong or was used before. A
 * last step in the future was stored before the clock was set back, and is ignored.
 */
export function consumeCode(factor: SecondFactor, code: string, now: Date): Used | undefined {
  const step = matchCode(code, factor.secret, now)
  const newest = TOTP.counter({ period: PERIOD_SECONDS, timestamp: now.getTime() }) + WINDOW_STEPS
  const isUnused = step !== undefined && (step > factor.lastStep || factor.lastStep > newest)
  if (isUnused) return { factor: { ...factor, lastStep: step }, by: 'code' }
  const hash = hashOf(code)
  if (!factor.recovery.includes(hash)) return
  return { factor: { ...factor, recovery: factor.recovery.filter((one) => one !== hash) }, by: 'recovery code' }
}
