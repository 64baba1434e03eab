import { apiPaths } from '#contract/paths.ts'
import { call } from './http.ts'

const TIMEOUT_MS = 30_000

/**
 * POST /api/contact-messages (decision 34): answered once it is stored. `message` is what the form holds, as the contract's
 * ContactMessageSchema takes it. Throws `CallFailed`: 422 with errors, 429, 503, or 0 where no answer came.
 */
export async function sendMessage(message: Record<string, unknown>, reCaptchaToken: string): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  await call(apiPaths.contactMessages, { method: 'POST', json: { ...message, reCaptchaToken }, signal })
}
