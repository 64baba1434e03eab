import * as v from 'valibot'
import { LOGIN_CODE_MAX_CHARACTERS } from '#contract/limits.ts'
import { timestamp } from '#contract/posts.ts'
import { trimmed } from '#contract/trimmed.ts'

/** Codes of an authenticator app (TOTP), and recovery codes, set up in the dashboard. */

/** How long a new secret waits for the code that turns it on. */
export const CODE_SETUP_LIFETIME_MINUTES = 10

/** POST /api/admin/codes/setup. The secret is valid for the session of the request, and stored only once a code of it is sent. */
export const CodeSetupSchema = v.strictObject({
  setup: v.string(),
  /** The key: base32. */
  secret: v.string(),
  /** `otpauth://totp/…`, which authenticator apps import. */
  url: v.string(),
  /** The URL as a QR code: a square of `size` units, border included, and the path (as in SVG) of its black parts. */
  qr: v.strictObject({ size: v.number(), path: v.string() }),
  until: timestamp,
})
export type CodeSetup = v.InferOutput<typeof CodeSetupSchema>

/** POST /api/admin/codes. */
export const CodesOnSchema = v.object({
  setup: v.pipe(v.optional(v.string('Setup must be a text.'), ''), v.maxLength(100, 'Setup is too long.')),
  /** What the app shows now. */
  code: v.pipe(
    v.optional(v.string('Code is required.'), ''),
    trimmed(),
    v.nonEmpty('Code is required.'),
    v.maxLength(LOGIN_CODE_MAX_CHARACTERS, `Code must be at most ${LOGIN_CODE_MAX_CHARACTERS} characters long`),
  ),
})
export type CodesOn = v.InferOutput<typeof CodesOnSchema>

/** Only hashes of them are stored. */
export const RecoveryCodesSchema = v.strictObject({ recoveryCodes: v.array(v.string()) })
export type RecoveryCodes = v.InferOutput<typeof RecoveryCodesSchema>

export const SETUP_EXPIRED = 'This setup has expired. Please start again.'
