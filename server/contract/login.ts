import * as v from 'valibot'
import { EMAIL_MAX_CHARACTERS, LOGIN_CODE_MAX_CHARACTERS, PASSWORD_MAX_CHARACTERS } from '#contract/limits.ts'
import type { FieldErrors } from '#contract/validate.ts'

/** The typed fields of a login. Length is checked before any pattern. */
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
  /** The code of an authenticator app or a recovery code; required only with a second factor. */
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
  /** Sent with later logins of this browser, so that failures elsewhere do not slow them down. */
  deviceToken: string
}

/** The body of a rejected login. With `challenge`, a client solves it and sends the login again with `proofOfWork`. */
export type LoginErrorBody = {
  message: string
  errors?: FieldErrors
  challenge?: object
  /** URL of a worker script that solves the challenge. */
  solver?: string
}

/** Shown when the response has no message. */
export const WRONG_CREDENTIALS = 'Invalid credentials'

/** The message of `errors.code`; the field tells the browser that the password was correct. */
export const CODE_NEEDED = 'Enter the 6-digit code from your authenticator app, or a recovery code.'
export const WRONG_CODE = 'This code is wrong, has expired, or was used before.'
