import { apiPaths } from '#contract/paths.ts'
import { CAPTCHA_PATH } from '#contract/spam-protection.ts'
import { ApiError, call } from './http.ts'

/** Sending again after a timeout is safe: the server stores a sign-up or message once. */
const TIMEOUT_MS = 30_000

/** Returns the URL to go to. Throws `ApiError`: 422 with field errors, 429, 503, or 0 without a response. */
export async function register(payload: Record<string, unknown>): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  return (await call(apiPaths.register, { method: 'POST', json: payload, signal })).text()
}

/** Resolves once the message is stored. Throws `ApiError`: 422 with field errors, 429, 503, or 0. */
export async function sendMessage(message: Record<string, unknown>, reCaptchaToken: string): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  await call(apiPaths.contactMessages, { method: 'POST', json: { ...message, reCaptchaToken }, signal })
}

const CAPTCHA_TIMEOUT_MS = 15_000

/** Returns a challenge, or `undefined` if the captcha has been switched off. Throws `ApiError`. */
export async function captchaChallenge(): Promise<unknown> {
  const answer = await call(CAPTCHA_PATH, { signal: AbortSignal.timeout(CAPTCHA_TIMEOUT_MS) }).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  })
  return answer?.json()
}
