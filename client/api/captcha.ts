import { CAPTCHA_PATH } from '#contract/captcha.ts'
import { ApiError } from './api-error.ts'
import { call } from './http.ts'

const TIMEOUT_MS = 15_000

/** GET /api/captcha: a challenge to be solved; `undefined` where the captcha was switched off meanwhile. Throws `CallFailed`. */
export async function captchaChallenge(): Promise<unknown> {
  const answer = await call(CAPTCHA_PATH, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  })
  return answer?.json()
}
