import { CappedMap, type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { CAPTCHA_LIFETIME_MS } from '#contract/limits.ts'
import { Invalid } from '#server/http/accept.ts'
import { readSolution } from './solution.ts'

/** What a solution costs a browser: keys are derived, each with `cost` rounds of SHA-256, until the right one is found. */
export type CaptchaWork = { cost: number; keysMin: number; keysMax: number }

/** Below a second on a computer. More rounds to a key, and giving out a challenge would cost us as well. */
const WORK: CaptchaWork = { cost: 2_000, keysMin: 2_000, keysMax: 4_000 }

/** More than a few cores can solve before the first of them has expired; 7 MB at most. */
const USED_MAX = 50_000

export type CaptchaOptions = {
  /** Signs challenges and solutions. */
  key: Uint8Array
  now(): Date
  work?: CaptchaWork | undefined
}

export type Captcha = {
  /** A fresh challenge, good for `CAPTCHA_LIFETIME_MS`. */
  challenge(): Promise<Challenge>
  /** Takes a `reCaptchaToken`, once. Throws `Invalid` for one that is missing, wrong, expired or used. */
  spend(token: string): Promise<void>
}

/**
 * Proof of work by altcha-lib: no third party is asked, and nothing of the visitor is looked at. Nothing is kept of a
 * challenge that was given out: it carries its own signature. What was used is remembered until a restart, at which
 * the challenges of the last minutes could be solved into a second sign-up: that is worth no file.
 */
export function createCaptcha({ key, now, work = WORK }: CaptchaOptions): Captcha {
  const secret = (purpose: string) => new Bun.CryptoHasher('sha256', key).update(purpose).digest('hex')
  const checking = {
    deriveKey,
    hmacSignatureSecret: secret('challenge'),
    hmacKeySignatureSecret: secret('solution'),
  }
  const used = new CappedMap<string, true>({ maxSize: USED_MAX })

  return {
    challenge: () =>
      createChallenge({
        ...checking,
        algorithm: 'PBKDF2/SHA-256',
        cost: work.cost,
        counter: randomInt(work.keysMax, work.keysMin),
        // Not `expiresAt`: the library would go by the machine's clock.
        data: { until: now().getTime() + CAPTCHA_LIFETIME_MS },
      }),

    async spend(token) {
      if (token === '') throw refused('The robot check is missing. Please reload the page and send the form again.')
      const solved = readSolution(token)
      // Its signature covers all its numbers: nobody makes a challenge easier, or lets it last longer.
      const right = solved !== undefined && (await verifySolution({ ...checking, ...solved })).verified
      if (!right) throw refused('The robot check was not passed. Please send the form again.')
      if (solved.challenge.parameters.data.until <= now().getTime())
        throw refused('The robot check has expired. Please send the form again.')
      if (!used.setIfAbsent(solved.challenge.signature, true))
        throw refused('This robot check was used before. Please send the form again.')
    },
  }
}

const refused = (message: string) => new Invalid({ reCaptchaToken: { message } })
