import * as v from 'valibot'
import { CAPTCHA_TOKEN_MAX_CHARACTERS } from '#contract/limits.ts'
import { maximum } from '#contract/validators.ts'

/** The URL of a new challenge. It is not in `paths.ts`, which every page loads. */
export const CAPTCHA_PATH = '/api/captcha'

/** `reCaptchaToken` of a form: empty unless the captcha is on. */
export const captchaToken = v.optional(
  v.pipe(v.string('The captcha could not be read.'), maximum(CAPTCHA_TOKEN_MAX_CHARACTERS)),
  '',
)
/** For a form whose own schema does not include the captcha field. */
export const CaptchaTokenSchema = v.object({ reCaptchaToken: captchaToken })
