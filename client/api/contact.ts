import type { ContactMessage } from '#contract/contact.ts'
import { apiPaths } from '#contract/paths.ts'
import { call } from './http.ts'

const PATIENCE_MS = 30_000

/** POST /api/contact-messages (decision 34): answered once it is stored. Throws `CallFailed`: 422 with errors, 429, 503, or 0 where no answer came. */
export async function sendMessage(message: ContactMessage): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  await call(apiPaths.contactMessages, { method: 'POST', json: message, signal })
}
