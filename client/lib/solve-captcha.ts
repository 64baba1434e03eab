import { captchaChallenge } from '#client/api/captcha.ts'

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
