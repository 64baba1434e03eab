import { afterEach, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'

const MINUTE_MS = 60_000
let apps: TestApp[] = []
afterEach(async () => {
  await Promise.all(apps.map((app) => app.close()))
  apps = []
})

/** The app behind a proxy that we trust, so that a test can come from any address, and a clock that is moved by hand. */
async function behindProxy(env = {}) {
  let time = Date.parse('2026-03-01T10:00:00Z')
  const app = await testApp({ env: { TRUSTED_PROXIES: '127.0.0.1', ...env }, now: () => new Date(time) })
  apps.push(app)
  const url = app.listen()
  const login = (credentials: typeof ADMIN, from = '203.0.113.1') =>
    fetch(url + apiPaths.login, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify(credentials),
    })
  return {
    login,
    fail: async (times: number, email = ADMIN.email, from = '203.0.113.1') => {
      for (let i = 0; i < times; i++) expect((await login({ email, password: 'wrong' }, from)).status).toBe(422)
    },
    pass: (ms: number) => {
      time += ms
    },
  }
}

test('after five failures of an address and an e-mail, even the right password waits, and is told how long (decision 28)', async () => {
  const { login, fail, pass } = await behindProxy()
  await fail(3)
  pass(5 * MINUTE_MS)
  await fail(2, ADMIN.email.toUpperCase())
  const refused = await login(ADMIN)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('600')
  expect(await refused.json()).toEqual({ message: 'Too many failed logins. Please try again in 10 minutes.' })
  pass(10 * MINUTE_MS - 1)
  expect((await login(ADMIN)).headers.get('retry-after')).toBe('1')
  pass(1)
  expect((await login(ADMIN)).status).toBe(200)
})

test('another address is not held up, nor another e-mail', async () => {
  const { login, fail } = await behindProxy()
  await fail(5)
  await fail(1, 'somebody@testery.example')
  expect((await login(ADMIN, '203.0.113.2')).status).toBe(200)
})

test('after fifty failures from everywhere the e-mail waits for everybody', async () => {
  const { login, fail } = await behindProxy()
  for (let i = 0; i < 10; i++) await fail(5, ADMIN.email, `198.51.100.${i}`)
  expect((await login(ADMIN, '203.0.113.2')).status).toBe(429)
})

test('made-up e-mails from one address do not push what is counted out of the memory: after a hundred it waits', async () => {
  const { login, fail } = await behindProxy()
  for (let i = 0; i < 100; i++) await fail(1, `made-up-${i}@testery.example`)
  expect((await login(ADMIN)).status).toBe(429)
  expect((await login(ADMIN, '203.0.113.2')).status).toBe(200)
})

test('all addresses of one v6 network are one', async () => {
  const { login, fail } = await behindProxy()
  for (let i = 1; i <= 5; i++) await fail(1, ADMIN.email, `2001:db8:1:2::${i}`)
  expect((await login(ADMIN, '2001:db8:1:2:ffff::9')).status).toBe(429)
  expect((await login(ADMIN, '2001:db8:1:3::1')).status).toBe(200)
})

test('a success clears the failures before it', async () => {
  const { login, fail } = await behindProxy()
  await fail(4)
  expect((await login(ADMIN)).status).toBe(200)
  await fail(5)
  expect((await login(ADMIN)).status).toBe(429)
})

test('guesses sent at the same time do not slip through together', async () => {
  const { login } = await behindProxy()
  const answers = await Promise.all(Array.from({ length: 30 }, () => login({ ...ADMIN, password: 'wrong' })))
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(25)
})

test('RATE_LIMITS=off lifts the lock', async () => {
  const { login, fail } = await behindProxy({ RATE_LIMITS: 'off' })
  await fail(8)
  expect((await login(ADMIN)).status).toBe(200)
})
