import { useState } from 'react'
import { CAPTCHA_LIFETIME_MS } from '#contract/limits.ts'
import { solveCaptcha } from './solve-captcha.ts'

/** A solution this close to its end might come too late. */
const MARGIN_MS = 60_000

/** The captcha of one form. */
export type Captcha = {
  /** Solves one in the background, unless that was tried already: as soon as the form is being filled in, and after each failed send. */
  prefetch(): void
  /** A solution, to be sent once: waits for the one under way, or solves one now. Throws an error with a sentence. */
  getToken(): Promise<string>
}

type Solving = { token: Promise<string>; begunAt: number; failed: boolean }

/** `solve` gives a `reCaptchaToken`. */
export function createCaptcha(solve: () => Promise<string>, now = Date.now): Captcha {
  let current: Solving | undefined

  function start(): Solving {
    const begun: Solving = { token: solve(), begunAt: now(), failed: false }
    begun.token.catch(() => {
      begun.failed = true
    })
    current = begun
    return begun
  }
  const lasting = () => (current && now() - current.begunAt < CAPTCHA_LIFETIME_MS - MARGIN_MS ? current : undefined)

  return {
    // What failed is not tried again at every key: that is for whoever sends the form.
    prefetch: () => void (lasting() ?? start()),
    async getToken() {
      const known = lasting()
      const { token } = known && !known.failed ? known : start()
      const solved = await token
      current = undefined
      return solved
    },
  }
}

const none: Captcha = { prefetch: () => {}, getToken: async () => '' }

/** `worker`: address of the code that solves the captcha; without one there is none, and the token is empty. */
export function useCaptcha(worker: string | undefined, solve = solveCaptcha): Captcha {
  const [captcha] = useState(() => (worker ? createCaptcha(() => solve(worker)) : none))
  return captcha
}
