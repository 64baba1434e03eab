import type { LoggedIn, Login } from '#contract/login.ts'
import { apiPaths } from '#contract/paths.ts'
import { call } from './http.ts'

/** POST /api/admin/login (§7). Throws `CallFailed`: 422 for wrong credentials, 429 when it has been tried too often (decision 28). */
export async function logIn(credentials: Login): Promise<LoggedIn> {
  return (await call(apiPaths.login, { method: 'POST', json: credentials })).json()
}

/** Ends every session, this one too (decision 29). */
export async function logOutEverywhere(): Promise<void> {
  await call(apiPaths.sessions, { method: 'DELETE', bearer: true })
}
