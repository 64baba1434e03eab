import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { apiPaths } from '#contract/paths.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

const SECRET = 'a secret of this test, 32 bytes and more'
const HOUR_MS = 60 * 60 * 1000
let time = Date.parse('2026-03-01T10:00:00Z')
let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { JWT_SECRET: SECRET }, now: () => new Date(time) })
})
afterAll(() => app.close())

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())
const sign = (content: string, secret = SECRET, hash = 'sha256') =>
  createHmac(hash, secret).update(content).digest('base64url')
const forged = (header: unknown, claims: unknown, secret?: string, hash?: string) => {
  const content = `${encode(header)}.${encode(claims)}`
  return `${content}.${sign(content, secret, hash)}`
}

/** The only administrator endpoint of this part of the app; its status shows whether the token was accepted. */
const endSessions = async (authorization?: string) =>
  app.send('DELETE', apiPaths.sessions, { headers: authorization === undefined ? {} : { authorization } })

describe('a bearer token', () => {
  test('lasts twelve hours, names its purpose and is signed with HS256', async () => {
    const [header, claims] = (await app.login()).split('.').map((part, i) => (i < 2 ? decode(part) : part))
    expect(header).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(claims).toEqual({ iss: 'site', aud: 'admin', version: expect.any(Number), exp: time / 1000 + 12 * 60 * 60 })
  })

  test('is 401 when forged, damaged or sent in another way', async () => {
    const token = await app.login()
    const [header = '', payload = '', signature = ''] = token.split('.')
    const claims = decode(payload)
    const hs256 = { alg: 'HS256', typ: 'JWT' }
    const bad: (string | undefined)[] = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      token,
      `Basic ${token}`,
      `Bearer ${token} ${token}`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${header}.${payload}.`,
      `Bearer ${header}.${payload}`,
      `Bearer ${header}.${encode({ ...claims, exp: claims.exp + 1 })}.${signature}`,
      `Bearer ${encode({ alg: 'none' })}.${payload}.`,
      `Bearer ${encode({ alg: 'NONE' })}.${payload}.`,
      `Bearer ${encode({ alg: 'none' })}.${payload}.${signature}`,
      `Bearer ${forged({ alg: 'HS512' }, claims, SECRET, 'sha512')}`,
      `Bearer ${forged(hs256, claims, 'secret')}`,
      `Bearer ${forged(hs256, claims, '')}`,
      `Bearer ${forged(hs256, { ...claims, exp: undefined })}`,
      `Bearer ${forged(hs256, { ...claims, version: undefined })}`,
      `Bearer ${forged(hs256, { ...claims, version: claims.version + 1 })}`,
      `Bearer ${forged(hs256, { ...claims, aud: 'visitor' })}`,
      `Bearer ${forged(hs256, { ...claims, iss: 'elsewhere' })}`,
      `Bearer ${'x'.repeat(3000)}`,
    ]
    for (const authorization of bad) {
      const answer = await endSessions(authorization)
      expect({ authorization, status: answer.status }).toEqual({ authorization, status: 401 })
      expect(await answer.json()).toEqual({ message: 'Please log in.' })
    }
  })

  test('is 401 after it expires', async () => {
    const token = await app.login()
    time += 12 * HOUR_MS + 1000
    expect((await endSessions(`Bearer ${token}`)).status).toBe(401)
  })

  test('is 401 after all sessions are ended, and a new login works', async () => {
    const tokens = [await app.login(), await app.login()]
    const answer = await endSessions(`bearer ${tokens[0]}`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ message: 'You are logged out everywhere.' })
    for (const token of tokens) expect((await endSessions(`Bearer ${token}`)).status).toBe(401)
    expect((await endSessions(`Bearer ${await app.login()}`)).status).toBe(200)
  })
})

describe('a write from another website', () => {
  test('is 403 with a valid token and 401 without one', async () => {
    const headers = { origin: 'https://evil.example', host: 'localhost' }
    const token = await app.login()
    expect((await app.send('DELETE', apiPaths.sessions, { token, headers })).status).toBe(403)
    expect((await app.send('DELETE', apiPaths.sessions, { headers })).status).toBe(401)
  })

  test('cannot log in', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }
    expect((await app.send('POST', apiPaths.login, { headers, json: {} })).status).toBe(403)
  })
})
