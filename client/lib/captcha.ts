import { useState } from 'react'
import { captchaChallenge } from '#client/api/forms.ts'
import { CAPTCHA_LIFETIME_MS } from '#contract/limits.ts'

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

/** A slow phone needs some ten seconds; this one is stuck. */
const SOLVE_MAX_MS = 120_000
const FAILED =
  'Your browser could not check that you are not a robot. Please send the form again. If that does not help, reload the page, or use another browser.'

/**
 * Fetches a challenge and solves it beside the page: gives the `reCaptchaToken`, empty where no captcha is asked for any more.
 * `worker`: address of the code that solves it. Throws `CallFailed`, or an error with a sentence that says what to do.
 */
export async function solveCaptcha(worker: string): Promise<string> {
  const challenge = await captchaChallenge()
  if (challenge === undefined) return ''
  return solveChallenge(worker, challenge)
}

/** Solves a challenge beside the page, and returns what the server asked for. Throws an error with a sentence that says what to do. */
export async function solveChallenge(worker: string, challenge: unknown): Promise<string> {
  return btoa(JSON.stringify({ challenge, solution: await solutionBy(new Worker(worker), challenge) }))
}

/** What the worker answers: the solution, `{ error }`, or null where it ran out of time. */
async function solutionBy(worker: Worker, challenge: unknown): Promise<object> {
  try {
    return await new Promise((resolve, reject) => {
      const fail = () => reject(new Error(FAILED))
      worker.onerror = fail
      worker.onmessage = ({ data }) => (data && !('error' in data) ? resolve(data) : fail())
      worker.postMessage({ type: 'work', challenge, timeout: SOLVE_MAX_MS })
    })
  } finally {
    worker.terminate()
  }
}
