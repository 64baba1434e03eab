import * as v from 'valibot'
import { EMAIL_MAX_CHARACTERS, LOGIN_CODE_MAX_CHARACTERS, PASSWORD_MAX_CHARACTERS } from '#contract/limits.ts'
import { trimmed } from '#contract/trimmed.ts'
import { email } from '#contract/validate.ts'

/** What a person types to log in. The length is checked before any pattern. */
export const LoginSchema = v.object({
  email: v.pipe(
    v.optional(v.string('Email is required.'), ''),
    trimmed(),
    v.nonEmpty('Email is required.'),
    v.maxLength(EMAIL_MAX_CHARACTERS, `Email must be at most ${EMAIL_MAX_CHARACTERS} characters long`),
    email('Email must be valid.'),
  ),
  password: v.pipe(
    v.optional(v.string('Password is required.'), ''),
    v.nonEmpty('Password is required.'),
    v.maxLength(PASSWORD_MAX_CHARACTERS, `Password must be at most ${PASSWORD_MAX_CHARACTERS} characters long`),
  ),
  /** From the authenticator app, or a recovery code; required only where the second factor is on. */
  code: v.optional(
    v.pipe(
      v.string('Code must be a text.'),
      v.maxLength(LOGIN_CODE_MAX_CHARACTERS, `Code must be at most ${LOGIN_CODE_MAX_CHARACTERS} characters long`),
      trimmed(),
    ),
  ),
})
export type Login = v.InferOutput<typeof LoginSchema>

/** Shown when the response has no message. */
export const WRONG_CREDENTIALS = 'Invalid credentials'

/** The message of `errors.code`: the field tells the browser that the password was right. */
export const CODE_NEEDED = 'Enter the 6-digit code from your authenticator app, or a recovery code.'
export const WRONG_CODE = 'This code is wrong, has expired, or was used before.'
/** The message of `errors.passkey`: the password was right, too. */
export const PASSKEY_NEEDED = 'Please use your passkey to finish the login.'
