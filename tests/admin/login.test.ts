import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => app.close())

const login = (credentials: unknown) => app.post(adminPaths.login, credentials)

describe('POST /api/admin/login', () => {
  test('returns a token with Cache-Control: no-store', async () => {
    const answer = await login(ADMIN)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const jwt = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(await answer.json()).toEqual({ token: jwt, deviceToken: jwt })
  })

  test('accepts a form as well as JSON', async () => {
    const urlencoded = await app.send('POST', adminPaths.login, { form: ADMIN })
    const multipart = new FormData()
    multipart.set('email', ADMIN.email)
    multipart.set('password', ADMIN.password)
    expect(urlencoded.status).toBe(200)
    expect((await app.send('POST', adminPaths.login, { form: multipart })).status).toBe(200)
  })

  test('matches the e-mail in any case and with surrounding spaces', async () => {
    expect((await login({ ...ADMIN, email: ` ${ADMIN.email.toUpperCase()} ` })).status).toBe(200)
  })

  const wrong = [
    { ...ADMIN, password: 'wrong horse battery' },
    { ...ADMIN, password: ADMIN.password.toUpperCase() },
    { ...ADMIN, password: `${ADMIN.password} ` },
    { ...ADMIN, email: 'nobody@testery.example' },
    { email: 'nobody@testery.example', password: 'wrong horse battery' },
  ]
  test.each(wrong)('answers 422 "Invalid credentials" for %j', async (pair) => {
    const answer = await login(pair)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toEqual({ message: 'Invalid credentials' })
  })

  test('names missing, empty and malformed fields in form order', async () => {
    const nothing = await login({})
    expect(nothing.status).toBe(422)
    const body = await nothing.json()
    expect(body).toEqual({
      message: 'Please check the marked fields.',
      errors: { email: { message: 'Email is required.' }, password: { message: 'Password is required.' } },
    })
    expect(Object.keys(body.errors)).toEqual(['email', 'password'])
    for (const misshapen of [
      { email: 'not an e-mail', password: 'x' },
      { email: 1, password: {} },
      [],
      null,
      'text',
      1,
    ]) {
      expect((await login(misshapen)).status).toBe(422)
    }
  })

  test('ignores unknown fields and __proto__', async () => {
    const body = `{"email":"${ADMIN.email}","password":"${ADMIN.password}","__proto__":{"admin":true},"x":1,"x":2}`
    const answer = await app.get(adminPaths.login, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(answer.status).toBe(200)
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false)
  })

  test('logs neither the e-mail nor the password', async () => {
    await login({ email: 'marker@testery.example', password: 'marked-password' })
    await login(ADMIN)
    expect(app.logged.some((line) => line.includes('"event":"login failed"'))).toBe(true)
    expect(app.logged.filter((line) => /marker@|marked-password|horse/.test(line))).toEqual([])
  })
})
