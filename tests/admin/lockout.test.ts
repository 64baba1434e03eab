import { expect, test } from 'bun:test'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { ADMIN } from '#tests/helpers/test-app.ts'
import { MINUTE_MS, behindProxy as started } from './behind-proxy.ts'

const ends = endsOfEachTest()

async function behindProxy(env: Record<string, string> = {}) {
  const site = await started(env)
  ends.push(site.close)
  return site
}

test('rejects even the correct password after five failures for an address and an e-mail, and says how long to wait', async () => {
  const { login, fail, pass } = await behindProxy()
  await fail(3)
  pass(5 * MINUTE_MS)
  await fail(2, ADMIN.email.toUpperCase())
  const rejected = await login(ADMIN)
  expect(rejected.status).toBe(429)
  expect(rejected.headers.get('retry-after')).toBe('600')
  expect(await rejected.json()).toEqual({ message: 'Too many failed logins. Please try again in 10 minutes.' })
  pass(10 * MINUTE_MS - 1)
  expect((await login(ADMIN)).headers.get('retry-after')).toBe('1')
  pass(1)
  expect((await login(ADMIN)).status).toBe(200)
})

test('does not limit another address, nor another e-mail', async () => {
  const { login, fail } = await behindProxy()
  await fail(5)
  await fail(1, 'somebody@testery.example')
  expect((await login(ADMIN, '203.0.113.2')).status).toBe(200)
})

test('limits one address after a hundred made-up e-mails, without evicting other counters', async () => {
  const { login, fail } = await behindProxy()
  for (let i = 0; i < 100; i++) await fail(1, `made-up-${i}@testery.example`)
  expect((await login(ADMIN)).status).toBe(429)
  expect((await login(ADMIN, '203.0.113.2')).status).toBe(200)
})

test('counts all addresses of an IPv6 /56 as one and locks out no other network', async () => {
  const { login, fail } = await behindProxy()
  for (let i = 0; i < 5; i++) await fail(1, ADMIN.email, `2001:db8:1:2${i}::${i}`)
  for (let i = 5; i < 16; i++) {
    const guess = await login({ ...ADMIN, password: 'wrong' }, `2001:db8:1:2${i.toString(16)}::1`)
    expect(guess.status).toBe(429)
  }
  expect((await login(ADMIN, '2001:db8:1:ff:ffff::9')).status).toBe(429)
  expect((await login(ADMIN, '2001:db8:1:100::1')).status).toBe(200)
})

test('resets the count of failures after a successful login', async () => {
  const { login, fail } = await behindProxy()
  await fail(4)
  expect((await login(ADMIN)).status).toBe(200)
  await fail(5)
  expect((await login(ADMIN)).status).toBe(429)
})

test('counts concurrent guesses before checking them', async () => {
  const { login } = await behindProxy()
  const answers = await Promise.all(Array.from({ length: 30 }, () => login({ ...ADMIN, password: 'wrong' })))
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(25)
})

test('disables the limit with RATE_LIMITS=off', async () => {
  const { login, fail } = await behindProxy({ RATE_LIMITS: 'off' })
  await fail(8)
  expect((await login(ADMIN)).status).toBe(200)
})
