import { CAPTCHA_PATH } from '#contract/captcha.ts'
import { apiPaths } from '#contract/paths.ts'
import { ApiError, call } from './http.ts'

/** A sign-up that got no answer in this time has failed. Sending it again is safe: the server takes it once (decision 18). */
const TIMEOUT_MS = 30_000

/**
 * POST /company/register (§7): gives the address that the browser is to go to. `payload` is what the form holds, as the
 * contract's RegistrationSchema takes it. Throws `CallFailed`: 422 with errors, 429, 503, or 0 where no answer came.
 */
export async function register(payload: Record<string, unknown>): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  return (await call(apiPaths.register, { method: 'POST', json: payload, signal })).text()
}

const CONTACT_TIMEOUT_MS = 30_000

/**
 * POST /api/contact-messages (decision 34): answered once it is stored. `message` is what the form holds, as the contract's
 * ContactMessageSchema takes it. Throws `CallFailed`: 422 with errors, 429, 503, or 0 where no answer came.
 */
export async function sendMessage(message: Record<string, unknown>, reCaptchaToken: string): Promise<void> {
  const signal = AbortSignal.timeout(CONTACT_TIMEOUT_MS)
  await call(apiPaths.contactMessages, { method: 'POST', json: { ...message, reCaptchaToken }, signal })
}

const CAPTCHA_TIMEOUT_MS = 15_000

/** GET /api/captcha: a challenge to be solved; `undefined` where the captcha was switched off meanwhile. Throws `CallFailed`. */
export async function captchaChallenge(): Promise<unknown> {
  const answer = await call(CAPTCHA_PATH, { signal: AbortSignal.timeout(CAPTCHA_TIMEOUT_MS) }).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  })
  return answer?.json()
}
