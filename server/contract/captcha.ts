import * as v from 'valibot'
import { CAPTCHA_TOKEN_MAX_CHARACTERS } from '#contract/limits.ts'
import { maximum } from '#contract/validators.ts'

/** Where a challenge is got. Not among the other addresses: those come with every page. */
export const CAPTCHA_PATH = '/api/captcha'

/** `reCaptchaToken` of a form: empty unless a captcha is configured (decision 26). */
export const captchaToken = v.optional(
  v.pipe(v.string('The captcha could not be read.'), maximum(CAPTCHA_TOKEN_MAX_CHARACTERS)),
  '',
)
/** Of a form whose own schema does not know it. */
export const CaptchaTokenSchema = v.object({ reCaptchaToken: captchaToken })
