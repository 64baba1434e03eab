import { apiPaths } from '#contract/paths.ts'
import { call } from './http.ts'

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
