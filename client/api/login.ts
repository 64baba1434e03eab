import type { LoggedIn, LoginErrorBody, LoginRequest } from '#contract/login-request.ts'
import { apiPaths } from '#contract/paths.ts'
import { ApiError, call } from './http.ts'

/** POST /api/admin/login. Throws `ApiError`: 422 for wrong credentials, 429 after too many attempts. */
export async function logIn(credentials: Partial<LoginRequest>): Promise<LoggedIn> {
  return (await call(apiPaths.login, { method: 'POST', json: credentials })).json()
}

export async function logOutEverywhere(): Promise<void> {
  await call(apiPaths.sessions, { method: 'DELETE', bearer: true })
}

/** The challenge of a rejected login; `undefined` if there is none. */
export function challengeIn(error: unknown): Required<Pick<LoginErrorBody, 'challenge' | 'solver'>> | undefined {
  const body = error instanceof ApiError ? error.body : undefined
  if (typeof body !== 'object' || body === null || !('challenge' in body) || !('solver' in body)) return
  const { challenge, solver } = body
  if (typeof challenge === 'object' && challenge && typeof solver === 'string') return { challenge, solver }
}
