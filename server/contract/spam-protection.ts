import * as v from 'valibot'
import { CAPTCHA_TOKEN_MAX_CHARACTERS } from '#contract/limits.ts'
import { maximum } from '#contract/validate.ts'

/** The URL of a new challenge. It is not in `paths.ts`, which every page loads. */
export const CAPTCHA_PATH = '/api/captcha'

/** Fields of every public form besides those that people fill in. The spam signals mark a submission and never reject it. */
export const spamProtection = {
  /** Empty unless the captcha is on. */
  reCaptchaToken: v.optional(
    v.pipe(v.string('The captcha could not be read.'), maximum(CAPTCHA_TOKEN_MAX_CHARACTERS)),
    '',
  ),
  /** A field that people do not see: whether it was filled in. */
  homepage: v.pipe(
    v.optional(v.unknown(), ''),
    v.transform((typed) => typed !== ''),
  ),
  /** How long the form was open, in milliseconds; `undefined` when it was not measured, as without JavaScript. */
  filledInMs: v.pipe(v.optional(v.unknown()), v.transform(duration)),
}

function duration(sent: unknown): number | undefined {
  const ms = typeof sent === 'string' && sent !== '' ? Number(sent) : sent
  return typeof ms === 'number' && Number.isFinite(ms) && ms >= 0 ? ms : undefined
}
