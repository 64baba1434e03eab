import { expect } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'

export const MINUTE_MS = 60_000

export type Credentials = { email: string; password: string; code?: string; deviceToken?: string; proofOfWork?: string }

/** The app behind a trusted proxy, so that a test can use any client address, with a manual clock. */
export async function behindProxy(env: Record<string, string> = {}) {
  let time = Date.parse('2026-03-01T10:00:00Z')
  const now = () => new Date(time)
  const app: TestApp = await testApp({ env: { TRUSTED_PROXIES: '127.0.0.1', ...env }, now })
  const url = app.listen()
  const login = (credentials: Credentials, from = '203.0.113.1') =>
    fetch(url + adminPaths.login, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify(credentials),
    })
  const fail = async (times: number, email = ADMIN.email, from = '203.0.113.1') => {
    for (let i = 0; i < times; i++) expect((await login({ email, password: 'wrong' }, from)).status).toBe(422)
  }
  return {
    ...app,
    now,
    login,
    fail,
    /** Fifty wrong passwords from ten addresses. */
    async attack(email = ADMIN.email) {
      for (let i = 0; i < 10; i++) await fail(5, email, `198.51.100.${i}`)
    },
    pass: (ms: number) => {
      time += ms
    },
  }
}
