import { ValidationError } from '#server/lib/errors.ts'
import { createProofOfWork, type ProofOfWork, type ProofOfWorkOptions, type ProofProblem } from './proof-of-work.ts'

export type Captcha = Pick<ProofOfWork, 'challenge'> & {
  /** Accepts a `reCaptchaToken`, once. Throws `ValidationError` for one that is missing, wrong, expired or used. */
  spend(token: string): Promise<void>
}

const sentences: Record<ProofProblem, string> = {
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
    async spend(token) {
      const problem = await proof.spend(token)
      if (problem) throw new ValidationError({ reCaptchaToken: { message: sentences[problem] } })
    },
  }
}
