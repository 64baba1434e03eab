import { describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { adminPaths } from '#contract/admin-paths.ts'
import { CONTENT_MAX_CHARACTERS } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { emptyDatabase, hasPostgres, query } from '#tests/helpers/postgres.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { another } from '#tests/registration/a-registration.ts'
import { databaseProxy } from './proxy.ts'

const ends = endsOfEachTest()
const KEY = 'new-0123456789abcdef'
/** As many as the site has connections. */
const MANY = 10

async function site(url: string, databaseUrl = url) {
  const app = await testApp({ env: { DATABASE_URL: databaseUrl, RATE_LIMITS: 'off' } })
  ends.push(app.close)
  const token = await app.login()
  return {
    ...app,
    token,
    register: async (n: number) => (await app.post(apiPaths.register, another(n))).status,
    store: async (content: string, key = KEY) => {
      const json = { revision: null, fields: { format: 'md', title: 'Bread', content } }
      return (await app.send('PUT', adminPaths.workingCopy(key), { token, json })).status
    },
    count: async (from: string) => Number((await query<{ n: string }>(url, `select count(*) n from ${from}`))[0]?.n),
    database: async () => (await (await app.get('/readyz')).json()).database,
  }
}

/** Locks a table until the returned function is called, as a tool of the operator does. */
async function locked(url: string, table: string): Promise<() => Promise<void>> {
  const sql = new SQL(url, { max: 1 })
  await sql.unsafe('begin')
  await sql.unsafe(`lock table ${table} in access exclusive mode`)
  const release = () => sql.close({ timeout: 0 }).catch(() => {})
  ends.push(release)
  return release
}

describe.skipIf(!hasPostgres)('a call to PostgreSQL that waits for a lock', () => {
  test('fails alone: sign-ups at the same time and right after it are stored, and the database is not reported away', async () => {
    const url = await emptyDatabase()
    const { store, register, count, database, logged } = await site(url)
    const release = await locked(url, 'site_working_copy')
    const storing = store('Waits.')
    for (let n = 0; n < 5; n++) expect(await register(n)).toBe(200)
    expect(await storing).toBe(503)
    expect([await register(5), await database()]).toEqual([200, 'ok'])
    expect(logged.join('\n')).not.toContain('database connection lost')
    await release()
    // What was given up does not happen later.
    expect(await store('Stored.', 'new-fedcba9876543210')).toBe(200)
    expect(await count('site_working_copy')).toBe(1)
    expect(await count("site_record where log = 'registrations'")).toBe(6)
  }, 60_000)

  test('makes others wait for a connection, which does not count as time of their query', async () => {
    const url = await emptyDatabase()
    const { send, token, register, database } = await site(url)
    const release = await locked(url, 'site_text')
    const open = () => send('GET', adminPaths.sessions, { token })
    const opening = Array.from({ length: 2 * MANY }, open)
    await eventually(
      () => query(url, "select 1 from pg_stat_activity where wait_event_type = 'Lock' and usename = current_user"),
      ({ length }) => length === MANY,
    )
    expect(await register(1)).toBe(200)
    expect((await Promise.all(opening)).map(({ status }) => status)).toEqual(opening.map(() => 503))
    await release()
    expect([(await open()).status, await database()]).toEqual([200, 'ok'])
  }, 60_000)
})

test.skipIf(!hasPostgres)(
  'a large text over a slow link to PostgreSQL is stored, and sign-ups meanwhile',
  async () => {
    const url = await emptyDatabase()
    const proxy = await databaseProxy(url)
    ends.push(proxy.close)
    const { store, register, count } = await site(url, proxy.url)
    // Two seconds for the text: more than a short query gets.
    proxy.slowDown(300_000)
    const storing = store('麵'.repeat(CONTENT_MAX_CHARACTERS))
    for (let n = 0; n < 3; n++) expect(await register(n)).toBe(200)
    expect(await storing).toBe(200)
    expect(await count('site_working_copy')).toBe(1)
  },
  60_000,
)
