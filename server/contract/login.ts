import * as v from 'valibot'
import { EMAIL_MAX_CHARACTERS, LOGIN_CODE_MAX_CHARACTERS, PASSWORD_MAX_CHARACTERS } from '#contract/limits.ts'
import type { FieldErrors } from '#contract/validate.ts'

/** What a person types to log in (§7). The length is looked at before any pattern is. */
export const LoginSchema = v.object({
  email: v.pipe(
    v.optional(v.string('Email is required.'), ''),
    v.trim(),
    v.nonEmpty('Email is required.'),
    v.maxLength(EMAIL_MAX_CHARACTERS, `Email must be at most ${EMAIL_MAX_CHARACTERS} characters long`),
    v.email('Email must be valid.'),
  ),
  password: v.pipe(
    v.optional(v.string('Password is required.'), ''),
    v.nonEmpty('Password is required.'),
    v.maxLength(PASSWORD_MAX_CHARACTERS, `Password must be at most ${PASSWORD_MAX_CHARACTERS} characters long`),
  ),
  /** Of the authenticator app, or a recovery code; asked for only where the second factor is on. */
  code: v.optional(
    v.pipe(
      v.string('Code must be a text.'),
      v.maxLength(LOGIN_CODE_MAX_CHARACTERS, `Code must be at most ${LOGIN_CODE_MAX_CHARACTERS} characters long`),
      v.trim(),
    ),
  ),
})
export type Login = v.InferOutput<typeof LoginSchema>

export type LoggedIn = {
  token: string
  /** Sent with later logins of this browser, with whatever token: failures elsewhere then do not slow them down. */
  deviceToken: string
}

/** The body of a refused login. With `challenge`, a client solves it and sends the login again with `proofOfWork`. */
export type LoginErrorBody = {
  message: string
  errors?: FieldErrors
  challenge?: object
  /** URL of a script that solves the challenge, as a worker. */
  solver?: string
}

/** §8: shown when the answer carries no message of its own. */
export const WRONG_CREDENTIALS = 'Invalid credentials'

/** The message of `errors.code`: by the field the browser knows that the password was right. */
export const CODE_NEEDED = 'Enter the 6-digit code from your authenticator app, or a recovery code.'
export const WRONG_CODE = 'This code is wrong, has expired, or was used before.'
