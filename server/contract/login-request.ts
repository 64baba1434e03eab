import * as v from 'valibot'
import { CAPTCHA_TOKEN_MAX_CHARACTERS, DEVICE_TOKEN_MAX_CHARACTERS } from '#contract/limits.ts'
import { LoginSchema } from '#contract/login.ts'

/** A value that the client stores or computes: anything invalid counts as absent, so that it cannot lock a user out. */
const clientText = (maxCharacters: number) => v.optional(v.fallback(v.pipe(v.string(), v.maxLength(maxCharacters)), ''))

/** POST /api/admin/login: typed fields and what the browser adds. Separate from `login.ts`, so that the browser does not load it. */
export const LoginRequestSchema = v.object({
  ...LoginSchema.entries,
  /** `deviceToken` of an earlier login with this browser. */
  deviceToken: clientText(DEVICE_TOKEN_MAX_CHARACTERS),
  /** The solved `challenge` of a rejected login: JSON in base64, as altcha-lib encodes it. */
  proofOfWork: clientText(CAPTCHA_TOKEN_MAX_CHARACTERS),
})
export type LoginRequest = v.InferOutput<typeof LoginRequestSchema>

/** For clients that cannot solve the challenge; the login page solves it and does not show this text. */
export const PROOF_NEEDED =
  'Too many failed logins with this email. Please log in at /admin/login: there your browser does a short computation first.'
