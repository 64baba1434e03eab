import * as v from 'valibot'
import { CAPTCHA_TOKEN_MAX_CHARACTERS, DEVICE_TOKEN_MAX_CHARACTERS } from '#contract/limits.ts'
import { LoginSchema } from '#contract/login.ts'

/** What a client stores or computes, and no person types: anything else counts as absent, and locks nobody out. */
const clientText = (maxCharacters: number) => v.optional(v.fallback(v.pipe(v.string(), v.maxLength(maxCharacters)), ''))

/** POST /api/admin/login: what is typed, and what the browser adds. Apart from it, so that the browser does not load this. */
export const LoginRequestSchema = v.object({
  ...LoginSchema.entries,
  /** `deviceToken` of an earlier login with this browser. */
  deviceToken: clientText(DEVICE_TOKEN_MAX_CHARACTERS),
  /** The solved `challenge` of a refusal: JSON in base64, as altcha-lib's forms send it. */
  proofOfWork: clientText(CAPTCHA_TOKEN_MAX_CHARACTERS),
})
export type LoginRequest = v.InferOutput<typeof LoginRequestSchema>

/** For clients that cannot solve the challenge; the login page shows no such text, and solves it. */
export const PROOF_NEEDED =
  'Too many failed logins with this email. Please log in at /admin/login: there your browser does a short computation first.'
