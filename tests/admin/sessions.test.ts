import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import type { Session, SessionList } from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'

const SECRET = 'a secret of this test, 32 bytes and more'
const DAY_SECONDS = 24 * 60 * 60
const MINUTE_MS = 60 * 1000
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

const statusOf = async (token: string) => (await app.send('GET', adminPaths.sessions, { token })).status
async function listOf(token: string): Promise<Session[]> {
  const list: SessionList = await (await app.send('GET', adminPaths.sessions, { token })).json()
  return list.sessions
}

/** Its status shows whether the token was accepted. */
const endSessions = async (authorization?: string) =>
  app.send('DELETE', adminPaths.sessions, { headers: authorization === undefined ? {} : { authorization } })

describe('a bearer token', () => {
  test('names its session and its purpose, expires after thirty days, and is signed with HS256', async () => {
    const [header, claims] = (await app.login()).split('.').map((part, i) => (i < 2 ? decode(part) : part))
    expect(header).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(claims).toEqual({
      iss: 'site',
      aud: 'admin',
      session: expect.stringMatching(/^[\w-]{22}$/),
      exp: time / 1000 + 30 * DAY_SECONDS,
    })
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
      `Bearer ${forged(hs256, { ...claims, session: undefined })}`,
      `Bearer ${forged(hs256, { ...claims, session: 'A'.repeat(22) })}`,
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

  test('is 401 after fourteen days without use', async () => {
    const token = await app.login()
    time += 14 * DAY_SECONDS * 1000 - MINUTE_MS
    expect(await statusOf(token)).toBe(200)
    await app.services.admin.sessions.close()
    time += 14 * DAY_SECONDS * 1000
    expect(await statusOf(token)).toBe(401)
  })

  test('is 401 after thirty days, however often it was used', async () => {
    const token = await app.login()
    for (let day = 0; day < 29; day++) {
      time += DAY_SECONDS * 1000
      expect(await statusOf(token)).toBe(200)
      await app.services.admin.sessions.close()
    }
    time += DAY_SECONDS * 1000
    expect(await statusOf(token)).toBe(401)
  })

  test('is 401 when it was stolen and its owner has logged out', async () => {
    const [token, other] = [await app.login(), await app.login()]
    const stolen = token
    expect((await app.send('DELETE', adminPaths.logOut, { token })).status).toBe(200)
    expect(await statusOf(stolen)).toBe(401)
    expect((await app.send('POST', adminPaths.confirmation, { token: stolen, json: ADMIN })).status).toBe(401)
    expect((await app.send('DELETE', adminPaths.logOut, { token: stolen })).status).toBe(401)
    expect(await statusOf(other)).toBe(200)
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

describe('the list of sessions', () => {
  test('marks the current one, names browser and network, and ends one of them', async () => {
    const log = (agent: string) => app.send('POST', adminPaths.login, { json: ADMIN, headers: { 'user-agent': agent } })
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const [here, there] = [await (await log(firefox)).json(), await (await log('curl/8.5.0')).json()]
    await app.send('DELETE', adminPaths.otherSessions, { token: here.token })
    expect(await statusOf(there.token)).toBe(401)
    const { token } = await (await log('curl/8.5.0')).json()
    const shown = await listOf(here.token)
    const at = new Date(time).toISOString()
    const id = expect.stringMatching(/^[\w-]{22}$/)
    expect(shown).toHaveLength(2)
    const expected = (browser: string, current: boolean) => ({
      id,
      current,
      started: at,
      lastUsed: at,
      browser,
      address: '',
    })
    expect(shown).toContainEqual(expected('Firefox on Linux', true))
    expect(shown).toContainEqual(expected('curl', false))
    const other = shown.find(({ current }) => !current)?.id ?? ''
    expect((await app.send('DELETE', adminPaths.session(other), { token: here.token })).status).toBe(200)
    expect((await app.send('DELETE', adminPaths.session(other), { token: here.token })).status).toBe(404)
    expect([await statusOf(token), await statusOf(here.token)]).toEqual([401, 200])
  })

  test('writes the last use at most once a minute', async () => {
    const token = await app.login()
    const used = async () => {
      await statusOf(token)
      await app.services.admin.sessions.close()
      return (await listOf(token)).find(({ current }) => current)?.lastUsed
    }
    const first = new Date(time).toISOString()
    time += MINUTE_MS - 1
    expect(await used()).toBe(first)
    time += 1
    expect(await used()).toBe(new Date(time).toISOString())
  })

  test.each([
    adminPaths.account,
    adminPaths.contentState,
    adminPaths.siteState,
    adminPaths.imports,
    adminPaths.branches,
    `${adminPaths.branchPages}?name=racks`,
  ])('shows no use of the session by %s, which open pages request again and again', async (path) => {
    const token = await app.login()
    const last = new Date(time).toISOString()
    time += 2 * MINUTE_MS
    expect([200, 404]).toContain((await app.send('GET', path, { token })).status)
    await app.services.admin.sessions.close()
    // Otherwise the list counts as a use itself.
    time -= 2 * MINUTE_MS
    expect((await listOf(token)).find(({ current }) => current)?.lastUsed).toBe(last)
  })

  test('ends the one that was not used for longest at the twenty-first login', async () => {
    const tokens: string[] = []
    for (let n = 0; n < 21; n++) {
      time += 1
      tokens.push(await app.login())
    }
    const statuses = await Promise.all(tokens.map(statusOf))
    expect(statuses).toEqual([401, ...Array.from({ length: 20 }, () => 200)])
  })
})

describe('a sensitive action', () => {
  const sensitive = [
    ['GET', adminPaths.leadsCsv],
    ['DELETE', adminPaths.lead('unknown')],
    ['DELETE', adminPaths.sessions],
    ['DELETE', adminPaths.otherSessions],
    ['DELETE', `${adminPaths.passkeys}/unknown`],
    ['POST', adminPaths.codes],
  ] as const

  test.each(sensitive)('is 403 without a confirmation within ten minutes: %s %s', async (method, path) => {
    const token = await app.login()
    time += 10 * MINUTE_MS
    const rejected = await app.send(method, path, { token })
    expect(rejected.status).toBe(403)
    expect(await rejected.json()).toEqual({ message: 'Please confirm that it is you.', confirmation: 'password' })
    const confirm = (json: unknown) => app.send('POST', adminPaths.confirmation, { token, json })
    expect((await confirm({ password: 'wrong' })).status).toBe(422)
    expect((await confirm({ code: '123456' })).status).toBe(422)
    expect((await confirm({})).status).toBe(422)
    expect((await app.send(method, path, { token })).status).toBe(403)
    const confirmed = await confirm({ password: ADMIN.password })
    expect(await confirmed.json()).toEqual({ confirmedUntil: new Date(time + 10 * MINUTE_MS).toISOString() })
    expect((await app.send(method, path, { token })).status).not.toBe(403)
  })

  test('is confirmed for one session only, and guesses of the password are limited', async () => {
    const [token, other] = [await app.login(), await app.login()]
    time += 20 * MINUTE_MS
    await app.send('POST', adminPaths.confirmation, { token, json: { password: ADMIN.password } })
    expect((await app.send('GET', adminPaths.leadsCsv, { token: other })).status).toBe(403)
    const guess = () => app.send('POST', adminPaths.confirmation, { token: other, json: { password: 'a guess' } })
    for (let n = 0; n < 5; n++) expect((await guess()).status).toBe(422)
    expect((await guess()).status).toBe(429)
    time += 20 * MINUTE_MS
  })
})

describe('a write from another website', () => {
  test('is 403 with a valid token and 401 without one', async () => {
    const headers = { origin: 'https://evil.example', host: 'localhost' }
    const token = await app.login()
    expect((await app.send('DELETE', adminPaths.sessions, { token, headers })).status).toBe(403)
    expect((await app.send('DELETE', adminPaths.sessions, { headers })).status).toBe(401)
  })

  test('cannot log in', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }
    expect((await app.send('POST', adminPaths.login, { headers, json: {} })).status).toBe(403)
  })
})
