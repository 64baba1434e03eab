import { challengeIn, logIn } from '#client/api/login.ts'
import { solveChallenge } from '#client/lib/solve-captcha.ts'
import type { Login } from '#contract/login.ts'
import type { LoggedIn } from '#contract/login-request.ts'
import { readDeviceToken, storeDeviceToken } from './admin-token.ts'

/** A proof can expire while another request is under way; a server that asks again and again is not followed. */
const PROOFS_MAX = 3

/**
 * Logs in, and solves a challenge first where too many logins with this e-mail have failed (decision 28). `onProving` is
 * called before that: it takes seconds. Throws `CallFailed`, or an error with a sentence where the browser cannot solve it.
 */
export async function logInWithProof(
  { email, password, code }: Pick<Login, 'email' | 'password' | 'code'>,
  onProving: () => void,
): Promise<LoggedIn> {
  const deviceToken = readDeviceToken()
  const credentials = { email, password, ...(code && { code }), ...(deviceToken && { deviceToken }) }
  let proof: { proofOfWork?: string } = {}
  for (let proofs = 0; ; proofs++) {
    try {
      const loggedIn = await logIn({ ...credentials, ...proof })
      if (loggedIn.deviceToken) storeDeviceToken(loggedIn.deviceToken)
      return loggedIn
    } catch (error) {
      const asked = challengeIn(error)
      if (!asked || proofs === PROOFS_MAX) throw error
      onProving()
      proof = { proofOfWork: await solveChallenge(asked.solver, asked.challenge) }
    }
  }
}
