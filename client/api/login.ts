import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { adminPaths } from '#contract/admin-paths.ts'
import type { LoggedIn, LoginErrorBody, LoginRequest } from '#contract/login-request.ts'
import { adminCall, endReads } from './admin-http.ts'
import { ApiError } from './http.ts'
import { ADMIN_TOKEN_KEY } from './session-keys.ts'

/** POST /api/admin/login. Throws `ApiError`: 422 for wrong credentials, 429 after too many attempts. */
export async function logIn(credentials: Partial<LoginRequest>): Promise<LoggedIn> {
  return (await adminCall(adminPaths.login, { method: 'POST', json: credentials }).catch(explainOrigin)).json()
}

/** Says what an operator has to change where a proxy hides the URL of the site from the server. */
export function explainOrigin(error: unknown): never {
  const body = error instanceof ApiError ? error.body : undefined
  if (!(error instanceof ApiError) || typeof body !== 'object' || body === null || !('expectedOrigin' in body))
    throw error
  const expected = body.expectedOrigin ? `This site expects ${body.expectedOrigin}` : 'This site has no PUBLIC_URL'
  const message = `${expected}; your browser is at ${location.origin}. Set PUBLIC_URL, or pass Host in the proxy.`
  throw new ApiError(error.status, { ...body, message })
}

/** Whether the site offers logins with a passkey at this address. */
export async function fetchPasskeyLogin(): Promise<{ available: boolean }> {
  return (await adminCall(adminPaths.passkeyLogin)).json()
}

/** Longer, and logging out would seem broken. */
const LOG_OUT_TIMEOUT_MS = 5_000

/** Ends this session. Throws `ApiError`: 401 if it had already ended. */
export async function logOut(): Promise<void> {
  const signal = AbortSignal.timeout(LOG_OUT_TIMEOUT_MS)
  const answer = adminCall(adminPaths.logOut, {
    method: 'DELETE',
    bearer: true,
    keepalive: true,
    leaving: true,
    signal,
  })
  endReads()
  // At once, so that other requests of this session that fail from now on are ignored.
  localStorage.removeItem(ADMIN_TOKEN_KEY)
  await answer
}

export async function logOutEverywhere(): Promise<void> {
  await adminCall(adminPaths.sessions, { method: 'DELETE', bearer: true })
}

/** The challenge of a rejected login; `undefined` if there is none. */
export function challengeIn(error: unknown): Required<Pick<LoginErrorBody, 'challenge' | 'solver'>> | undefined {
  const body = error instanceof ApiError ? error.body : undefined
  if (typeof body !== 'object' || body === null || !('challenge' in body) || !('solver' in body)) return
  const { challenge, solver } = body
  if (typeof challenge === 'object' && challenge && typeof solver === 'string') return { challenge, solver }
}

/** The options for a passkey as the second step, in a rejected login; `undefined` if none is offered. */
export function passkeyOptionsIn(error: unknown): PublicKeyCredentialRequestOptionsJSON | undefined {
  const body = error instanceof ApiError ? error.body : undefined
  const options = typeof body === 'object' && body !== null && 'passkey' in body ? body.passkey : undefined
  return isRequestOptions(options) ? options : undefined
}

const isRequestOptions = (value: unknown): value is PublicKeyCredentialRequestOptionsJSON =>
  typeof value === 'object' && value !== null && 'challenge' in value && typeof value.challenge === 'string'
