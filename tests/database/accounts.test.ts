import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { accountStores } from '#server/admin/account-stores.ts'
import { createChallenges, LOGIN_PURPOSE } from '#server/admin/login/challenges.ts'
import type { Administrator } from '#server/admin/people/admin-file.ts'
import { createAdministrators } from '#server/admin/people/administrators.ts'
import { createPasswords } from '#server/admin/people/passwords.ts'
import { newRecoveryCodes, newSecret } from '#server/admin/people/second-factor.ts'
import { openDatabase } from '#server/database/database.ts'
import { createProofOfWork } from '#server/http/proof-of-work.ts'
import { createLog } from '#server/lib/log.ts'
import { privateText } from '#server/storage/private-text.ts'
import { loadOrCreateKey } from '#server/storage/secret-key.ts'
import { solved } from '#tests/captcha/solved.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { emptyDatabase, hasPostgres, postgresServer, query } from '#tests/helpers/postgres.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'

const ends = endsOfEachTest()
const now = () => new Date()
const log = createLog('error', () => {})

async function site(url: string, options: { now?: () => Date; env?: Record<string, string> } = {}) {
  const app = await testApp({ ...options, env: { DATABASE_URL: url, ...options.env } })
  ends.push(app.close)
  return app
}
/** Two sites with folders of their own on one database. */
async function two(env: Record<string, string> = {}) {
  const url = await emptyDatabase()
  const [one, other] = await Promise.all([site(url, { env }), site(url, { env })])
  return { url, one, other }
}
/** The stores of two processes. */
async function stores() {
  const url = await emptyDatabase()
  const open = async () => {
    const database = await openDatabase({ url, log, isServer: false })
    ends.push(database.close)
    return accountStores({ folder: '/nowhere', database, now, log })
  }
  return [await open(), await open()] as const
}
const account = async ({ send }: TestApp, token: string) => (await send('GET', adminPaths.account, { token })).status
const logIn = ({ post }: TestApp, password: string) => post(adminPaths.login, { ...ADMIN, password })

describe.skipIf(!hasPostgres)('two processes with their accounts in one database', () => {
  test('create one administrator when they start at once, and write no password file beside it', async () => {
    const { url, one, other } = await two()
    const [row] = await query<{ value: string }>(url, "select value from site_text where name = 'admin.json'")
    expect(JSON.parse(row?.value ?? '').administrators).toHaveLength(1)
    for (const app of [one, other]) expect(await account(app, await app.login())).toBe(200)
    expect(await Bun.file(`${one.dir}/storage/private/admin.json`).exists()).toBe(false)
    expect(await Bun.file(`${one.dir}/storage/private/sessions.json`).exists()).toBe(false)
    expect(await Bun.file(`${one.dir}/storage/private/signing.key`).exists()).toBe(false)
  })

  test('accept each other’s logins, and end a session for both', async () => {
    const { one, other } = await two()
    const token = await one.login()
    expect([await account(one, token), await account(other, token)]).toEqual([200, 200])
    expect((await other.send('DELETE', adminPaths.logOut, { token })).status).toBe(200)
    expect([await account(one, token), await account(other, token)]).toEqual([401, 401])
  })

  test('count failed logins together', async () => {
    const { one, other } = await two()
    const wrong = []
    for (let n = 0; n < 5; n++) wrong.push((await logIn(n % 2 ? one : other, 'wrong')).status)
    expect(wrong).toEqual([422, 422, 422, 422, 422])
    const answers = await Promise.all([one, other].map((app) => logIn(app, ADMIN.password)))
    expect(answers.map(({ status }) => status)).toEqual([429, 429])
  })

  test('let no more logins through together than alone', async () => {
    const { one, other } = await two()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => logIn(n % 2 ? one : other, 'wrong')))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  })

  test('accept a recovery code once', async () => {
    const all = await stores()
    const { codes, hashes } = newRecoveryCodes()
    const ann: Administrator = {
      id: 'ann',
      name: 'Ann',
      email: ADMIN.email,
      author: null,
      passwordHash: '$argon2id$',
      secondFactor: { since: now().toISOString(), secret: newSecret(), lastStep: 0, recovery: hashes },
    }
    await all[0].accounts.change(() => ({ administrators: [ann], invitations: [], removed: [] }))
    const options = { folder: '/nowhere', passwords: createPasswords(), slug: 'x', isTerminal: true, now, log }
    const both = all.map(({ accounts }) => createAdministrators({ ...options, store: accounts, print: () => {} }))
    const used = both.map(async (one) => (await one).takeCode('ann', codes[0] ?? ''))
    expect((await Promise.all(used)).filter(Boolean)).toEqual(['recovery code'])
  })

  test('accept a passkey challenge of the other one, once', async () => {
    const [one, other] = (await stores()).map(({ challenges }) => createChallenges({ now, ...challenges }))
    const issued = Buffer.from((await one?.issue(LOGIN_PURPOSE)) ?? []).toString('base64url')
    const taken = await Promise.all([one, other].map((challenges) => challenges?.take(issued, LOGIN_PURPOSE)))
    expect(taken.sort()).toEqual([false, true])
  })

  test('accept a solved captcha once', async () => {
    const [one, other] = (await stores()).map(({ loadKey, usedTokens }) =>
      createProofOfWork({
        key: () => loadKey('captcha.key', ''),
        used: usedTokens('captcha'),
        now,
        cost: { cost: 1, keysMin: 5, keysMax: 50 },
      }),
    )
    if (!one || !other) throw new Error('There are two.')
    const token = await solved(await one.challenge())
    expect([await other.redeem(token), await one.redeem(token)]).toEqual([undefined, 'used'])
  })

  test('have no administrator before the first start, and a key, whatever was locked before', async () => {
    const [{ accounts, loadKey }] = await stores()
    await accounts.whileUnchanged(async () => {})
    expect((await accounts.read()).administrators).toEqual([])
    const url = await emptyDatabase()
    const database = await openDatabase({ url, log, isServer: false })
    ends.push(database.close)
    await privateText(database.store, 'signing.key').whileUnchanged(async () => {})
    expect(await loadOrCreateKey(database.store, 'signing.key', '')).toHaveLength(32)
    expect(await loadKey('signing.key', '')).toEqual(await loadKey('signing.key', ''))
  })

  test('start no session for an administrator who is removed meanwhile', async () => {
    const [{ accounts, sessions }, other] = await stores()
    await accounts.change((before) => ({ ...before, removed: [{ id: 'x', name: 'X' }] }))
    const order: string[] = []
    const login = accounts.whileUnchanged(async () => {
      order.push('checked')
      await sessions.change((before) => ({ ...before, links: { ann: 'link' } }))
      order.push('started')
    })
    const removal = other.accounts.change((before) => {
      order.push('removed')
      return { ...before, removed: [] }
    })
    await Promise.all([login, removal])
    expect(order.join()).toMatch(/^(?:removed,)?checked,started(?:,removed)?$/)
  })
})

describe.skipIf(!hasPostgres)('while PostgreSQL is away', () => {
  test('a session that was checked within a minute before is valid for five minutes; others are answered with 503', async () => {
    const server = await postgresServer()
    const url = await emptyDatabase()
    let time = Date.parse('2026-03-01T10:00:00Z')
    const app = await site(url, { now: () => new Date(time), env: { RATE_LIMITS: 'off' } })
    const [token, unused, ended] = [await app.login(), await app.login(), await app.login()]
    expect((await app.send('DELETE', adminPaths.logOut, { token: ended })).status).toBe(200)
    expect([await account(app, unused), await account(app, token)]).toEqual([200, 200])
    time += 61_000
    expect((await app.send('GET', adminPaths.contentState, { token })).status).toBe(200)
    await server.stop()
    const state = async (token: string) => app.send('GET', adminPaths.contentState, { token })
    try {
      const rejected = await state(unused)
      expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '5'])
      expect((await state(token)).status).toBe(200)
      expect((await state(ended)).status).toBe(503)
      expect((await state('no token')).status).toBe(401)
      time += 4 * 60_000
      expect((await state(token)).status).toBe(200)
      time += 60_001
      expect((await state(token)).status).toBe(503)
    } finally {
      await server.start()
    }
    const answered = async () => (await state(unused)).status
    await eventually(answered, (status) => status === 200)
  }, 60_000)
})
