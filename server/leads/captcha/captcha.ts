import { Elysia } from 'elysia'
import { CAPTCHA_PATH } from '#contract/spam-protection.ts'
import { rejectOtherMethods } from '#server/http/errors.ts'
import { json } from '#server/http/responses.ts'
import { ValidationError } from '#server/lib/errors.ts'
import { createProofOfWork, type ProofOfWork, type ProofOfWorkOptions, type ProofProblem } from './proof-of-work.ts'

export type Captcha = Pick<ProofOfWork, 'challenge'> & {
  /** Accepts a `reCaptchaToken`, once. Throws `ValidationError` for one that is missing, wrong, expired or used. */
  redeem(token: string): Promise<void>
}

const messages: Record<ProofProblem, string> = {
  missing: 'The robot check is missing. Please reload the page and send the form again.',
  wrong: 'The robot check was not passed. Please send the form again.',
  expired: 'The robot check has expired. Please send the form again.',
  used: 'This robot check was used before. Please send the form again.',
}

/** The captcha of public forms: a proof of work. */
export function createCaptcha(options: ProofOfWorkOptions): Captcha {
  const proof = createProofOfWork(options)
  return {
    challenge: proof.challenge,
    async redeem(token) {
      const problem = await proof.redeem(token)
      if (problem) throw new ValidationError({ reCaptchaToken: { message: messages[problem] } })
    },
  }
}

/** GET /api/captcha: a new challenge per request. The route exists only while the captcha is on. */
export function captchaRoutes(captcha: Pick<Captcha, 'challenge'> | undefined) {
  const routes = new Elysia({ name: 'captcha' })
  if (!captcha) return routes
  return routes
    .get(CAPTCHA_PATH, async () => json(await captcha.challenge()))
    .use(rejectOtherMethods({ [CAPTCHA_PATH]: ['GET'] }))
}
