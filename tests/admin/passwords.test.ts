import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { createPasswords, readablePassword } from '#server/admin/people/passwords.ts'
import { createPasswordHasher } from '#server/leads/sign-ups.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { ADMIN, testApp } from '#tests/helpers/test-app.ts'

const ends = endsOfEachTest()

async function started(env: Record<string, string>, dir?: string) {
  const app = await testApp({ env: { RATE_LIMITS: 'off', ...env }, dir })
  ends.push(dir === undefined ? app.close : app.stop)
  const tried = async (password: string) => (await app.post(adminPaths.login, { email: ADMIN.email, password })).status
  const seen = async (token: string) => (await app.send('GET', adminPaths.leads, { token })).status
  return { ...app, tried, seen }
}

describe("the administrator's password", () => {
  test('may have 128 characters of any script, and each one counts', async () => {
    const long = ` A\u0308ß🥖 "'<b>${'x'.repeat(118)}`.slice(0, 128)
    const password = `${long}\t`
    const { tried } = await started({ ADMIN_PASSWORD: password })
    expect(await tried(password)).toBe(200)
    // Another way to write the same characters.
    expect(await tried(password.normalize('NFC'))).toBe(200)
    const near = [long, password.trim(), `${long}x`, password.toLowerCase(), `x${password.slice(1)}`]
    for (const one of near) expect([one, await tried(one)]).toEqual([one, 422])
  })

  test('has 100 random bits and readable characters when generated', () => {
    const made = Array.from({ length: 50 }, readablePassword)
    expect(new Set(made).size).toBe(50)
    for (const one of made) expect(one).toMatch(/^(?:[a-km-np-z2-9]{4}-){4}[a-km-np-z2-9]{4}$/)
  })

  test('is hashed with argon2id, 32 MiB and 3 passes, like those of sign-ups', async () => {
    const cost = '$argon2id$v=19$m=32768,t=3,p=1$'
    expect(await createPasswords().hash('correct horse')).toStartWith(cost)
    expect(await createPasswordHasher()('correct horse')).toStartWith(cost)
  })
})

describe('ending every session', () => {
  test.each([
    ['a new secret', { JWT_SECRET: 'another secret of 32 bytes, or more' }, 401],
    ['a new password, which changes nothing', { ADMIN_PASSWORD: 'another correct horse' }, 200],
    ['a new e-mail, which changes nothing', { ADMIN_EMAIL: 'chief@testery.example' }, 200],
  ])('by the environment: %s', async (_, changes, status) => {
    const env = { JWT_SECRET: 'a secret of this test, 32 bytes and more' }
    const before = await started(env)
    const token = await before.login()
    expect(await before.seen(token)).toBe(200)
    await before.stop()
    const again = await started(env, before.dir)
    expect(await again.seen(token)).toBe(200)
    await again.stop()
    expect(await (await started({ ...env, ...changes }, before.dir)).seen(token)).toBe(status)
  })
})
