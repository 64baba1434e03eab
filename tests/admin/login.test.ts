import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => app.close())

const login = (credentials: unknown) => app.post(apiPaths.login, credentials)

describe('POST /api/admin/login (§7)', () => {
  test('answers a token, and tells every cache to forget it', async () => {
    const answer = await login(ADMIN)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const jwt = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(await answer.json()).toEqual({ token: jwt, deviceToken: jwt })
  })

  test('takes a form as well as JSON', async () => {
    const urlencoded = await app.send('POST', apiPaths.login, { form: ADMIN })
    const multipart = new FormData()
    multipart.set('email', ADMIN.email)
    multipart.set('password', ADMIN.password)
    expect(urlencoded.status).toBe(200)
    expect((await app.send('POST', apiPaths.login, { form: multipart })).status).toBe(200)
  })

  test('knows the e-mail address in any case, with spaces around it', async () => {
    expect((await login({ ...ADMIN, email: ` ${ADMIN.email.toUpperCase()} ` })).status).toBe(200)
  })

  const wrong = [
    { ...ADMIN, password: 'wrong horse battery' },
    { ...ADMIN, password: ADMIN.password.toUpperCase() },
    { ...ADMIN, password: `${ADMIN.password} ` },
    { ...ADMIN, email: 'nobody@testery.example' },
    { email: 'nobody@testery.example', password: 'wrong horse battery' },
  ]
  test.each(wrong)('a wrong pair is 422 "Invalid credentials", whatever is wrong: %j', async (pair) => {
    const answer = await login(pair)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toEqual({ message: 'Invalid credentials' })
  })

  test('missing, empty and misshapen fields are named, in form order', async () => {
    const nothing = await login({})
    expect(nothing.status).toBe(422)
    const body = await nothing.json()
    expect(body).toEqual({
      message: 'Please check the marked fields.',
      errors: { email: { message: 'Email is required.' }, password: { message: 'Password is required.' } },
    })
    expect(Object.keys(body.errors)).toEqual(['email', 'password'])
    for (const misshapen of [{ email: 'no address', password: 'x' }, { email: 1, password: {} }, [], null, 'text', 1]) {
      expect((await login(misshapen)).status).toBe(422)
    }
  })

  test('unknown fields and __proto__ change nothing', async () => {
    const body = `{"email":"${ADMIN.email}","password":"${ADMIN.password}","__proto__":{"admin":true},"x":1,"x":2}`
    const answer = await app.get(apiPaths.login, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(answer.status).toBe(200)
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false)
  })

  test('neither the e-mail address nor the password reaches the log', async () => {
    await login({ email: 'marker@testery.example', password: 'marked-password' })
    await login(ADMIN)
    expect(app.logged.some((line) => line.includes('"event":"login failed"'))).toBe(true)
    expect(app.logged.filter((line) => /marker@|marked-password|horse/.test(line))).toEqual([])
  })
})
