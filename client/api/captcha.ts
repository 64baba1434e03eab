import { useState } from 'react'
import { CAPTCHA_LIFETIME_MS } from '#contract/limits.ts'
import { captchaChallenge } from './forms.ts'

/** A solution this close to its expiry might arrive too late. */
const MARGIN_MS = 60_000

export type Captcha = {
  /** Solves a challenge in the background, unless that was tried already. */
  prefetch(): void
  /** Waits for the pending solution, or solves a challenge now. Throws an error with a message. */
  getToken(): Promise<string>
}

type Solving = { token: Promise<string>; begunAt: number; failed: boolean }

/** `solve` returns a `reCaptchaToken`. */
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
  const unexpired = () => (current && now() - current.begunAt < CAPTCHA_LIFETIME_MS - MARGIN_MS ? current : undefined)

  return {
    // A failure is not retried on every key, but on submit.
    prefetch: () => void (unexpired() ?? start()),
    async getToken() {
      const known = unexpired()
      const { token } = known && !known.failed ? known : start()
      const solved = await token
      current = undefined
      return solved
    },
  }
}

const none: Captcha = { prefetch: () => {}, getToken: async () => '' }

/** `worker`: URL of the code that solves the captcha. Without it the token is empty. */
export function useCaptcha(worker: string | undefined, solve = solveCaptcha): Captcha {
  const [captcha] = useState(() => (worker ? createCaptcha(() => solve(worker)) : none))
  return captcha
}

/** A slow phone needs about ten seconds. */
const SOLVE_MAX_MS = 120_000
const FAILED =
  'Your browser could not check that you are not a robot. Please send the form again. If that does not help, reload the page, or use another browser.'

/** Returns the `reCaptchaToken`, empty if none is required any more. Throws `ApiError` or an error with a message. */
export async function solveCaptcha(worker: string): Promise<string> {
  const challenge = await captchaChallenge()
  if (challenge === undefined) return ''
  return solveChallenge(worker, challenge)
}

/** Solves a challenge in a worker. Throws an error with a message that says what to do. */
export async function solveChallenge(worker: string, challenge: unknown): Promise<string> {
  return btoa(JSON.stringify({ challenge, solution: await solutionBy(new Worker(worker), challenge) }))
}

/** The worker's response: the solution, `{ error }`, or null if it ran out of time. */
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
