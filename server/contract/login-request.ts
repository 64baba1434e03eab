import * as v from 'valibot'
import { ErrorSchema } from '#contract/api.ts'
import { CAPTCHA_TOKEN_MAX_CHARACTERS } from '#contract/limits.ts'
import { LoginSchema } from '#contract/login.ts'
import { AssertionSchema } from '#contract/passkeys.ts'

/** A value that a client stores or computes. An invalid one counts as absent, so that it cannot prevent a login. */
const clientText = (maxCharacters: number) => v.optional(v.fallback(v.pipe(v.string(), v.maxLength(maxCharacters)), ''))

/** POST /api/admin/login: what is typed, and what the browser adds. In its own module, which the browser does not load. */
export const LoginRequestSchema = v.object({
  ...LoginSchema.entries,
  /** `deviceToken` of an earlier login with this browser. */
  deviceToken: clientText(512),
  /** The solved `challenge` of an error response: JSON in base64, as altcha-lib's forms send it. */
  proofOfWork: clientText(CAPTCHA_TOKEN_MAX_CHARACTERS),
  /** The second step: what a passkey signed for the `passkey` options of an error response. */
  passkey: v.optional(AssertionSchema),
})
export type LoginRequest = v.InferOutput<typeof LoginRequestSchema>

export const LoggedInSchema = v.strictObject({
  token: v.string(),
  /** Sent with later logins of this browser, whatever the token: failures elsewhere then do not slow them down. */
  deviceToken: v.string(),
})
export type LoggedIn = v.InferOutput<typeof LoggedInSchema>

/** The body of a rejected login. With `challenge`, a client solves it and sends the login again with `proofOfWork`. */
export const LoginErrorSchema = v.strictObject({
  ...ErrorSchema.entries,
  challenge: v.exactOptional(v.object({})),
  /** URL of a script that solves the challenge, as a worker. */
  solver: v.exactOptional(v.string()),
  /** The password was right: options for `navigator.credentials.get`. Send the login again with `passkey`, or with a code where one is asked for. */
  passkey: v.exactOptional(v.looseObject({ challenge: v.string() })),
})
export type LoginErrorBody = v.InferOutput<typeof LoginErrorSchema>

/** For clients that cannot solve the challenge. The login page solves it and does not show this. */
export const PROOF_NEEDED =
  'Too many failed logins with this email. Please log in at /admin/login: there your browser does a short computation first.'
