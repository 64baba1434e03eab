import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { savingApp } from '#tests/git/saving.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { emptyDatabase, hasPostgres, postgresServer, query } from '#tests/helpers/postgres.ts'
import { runningTime } from '#tests/helpers/running-time.ts'
import { ADMIN, type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { another } from '#tests/registration/a-registration.ts'

const ends = endsOfEachTest()
const LIMIT_MS = 2_000

async function site(url?: string) {
  const databaseUrl = url ?? (await emptyDatabase())
  const app = await testApp({ env: { DATABASE_URL: databaseUrl, RATE_LIMITS: 'off' } })
  ends.push(app.close)
  return { ...app, databaseUrl, register: (n: number) => app.post(apiPaths.register, another(n)) }
}
const stored = async (url: string) =>
  Number((await query<{ n: string }>(url, "select count(*) n from site_record where log = 'registrations'"))[0]?.n)
/** Sends a sign-up until it is acknowledged, as a visitor does. */
const registered = ({ register }: { register(n: number): Promise<Response> }, n: number) =>
  eventually(
    async () => (await register(n)).status,
    (status) => status === 200,
  )
const readiness = async ({ get }: Pick<TestApp, 'get'>) => {
  const answer = await get('/readyz')
  return [answer.status, await answer.json()] as const
}
const events = ({ logged }: Pick<TestApp, 'logged'>) => logged.map((line) => String(JSON.parse(line).event))

describe.skipIf(!hasPostgres)('while PostgreSQL is away', () => {
  test('pages and /readyz are answered, forms and leads with 503 and Retry-After in time, and all recovers by itself', async () => {
    const server = await postgresServer()
    const app = await site()
    const token = await app.login()
    expect((await app.register(1)).status).toBe(200)
    await server.stop()
    ends.push(async () => (await readiness(app))[1].database === 'ok' || server.start())
    for (let round = 0; round < 2; round++) {
      const answering = app.register(2)
      expect(await runningTime(answering)).toBeLessThan(LIMIT_MS)
      const answer = await answering
      expect(answer.status).toBe(503)
      expect(Number(answer.headers.get('retry-after'))).toBe(5)
      expect(await answer.json()).toEqual({ message: 'This is not available for a moment. Please try again.' })
    }
    const [lead, audit, page] = await Promise.all([
      app.send('GET', adminPaths.leads, { token }),
      app.send('GET', adminPaths.audit, { token }),
      app.get('/'),
    ])
    expect([lead.status, audit.status, page.status]).toEqual([503, 503, 200])
    expect((await app.post(adminPaths.login, ADMIN)).status).toBe(503)
    expect((await app.post(apiPaths.contactMessages, { name: 'A', email: 'a@b.example', message: 'x' })).status).toBe(
      503,
    )
    expect(await readiness(app)).toEqual([
      200,
      expect.objectContaining({ status: 'degraded', storage: 'failing', database: 'away' }),
    ])
    await server.start()
    await registered(app, 2)
    expect(await readiness(app)).toEqual([200, expect.objectContaining({ status: 'ok', database: 'ok' })])
    expect(await stored(app.databaseUrl)).toBe(2)
    const logins = "select line from site_record where log = 'audit' and line::json->>'event' = 'login.succeeded'"
    await eventually(
      () => query(app.databaseUrl, logins),
      ({ length }) => length === 1,
    )
    expect(events(app).filter((event) => event.startsWith('database'))).toEqual([
      'database connection lost',
      'database connection recovered',
    ])
    expect(app.logged.join('\n')).not.toContain('postgres://')
  }, 60_000)

  test('a save is not accepted, and nothing of it is written or committed, also where no replica shares the content', async () => {
    const { app, open, save, git, text } = await savingApp({ env: { DATABASE_URL: await emptyDatabase() } })
    ends.push(app.close)
    const source = await open()
    const [head, before] = [await git('rev-parse', 'HEAD'), await text()]
    const server = await postgresServer()
    await server.stop()
    const answer = await save({ title: 'Nowhere to keep it' }, source).finally(server.start)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    await app.committed()
    expect([await git('rev-parse', 'HEAD'), await text()]).toEqual([head, before])
    await eventually(
      async () => (await save({ title: 'All is well' }, source)).status,
      (status) => status === 200,
    )
  })

  test('a server that is frozen is given up in time, and the same sign-up is stored once when it goes on', async () => {
    const server = await postgresServer()
    const app = await site()
    expect((await app.register(1)).status).toBe(200)
    await server.signal('SIGSTOP')
    const answering = Promise.all([2, 3, 4].map(app.register))
    const ms = await runningTime(answering)
    await server.signal('SIGCONT')
    const answers = await answering
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
    expect(ms).toBeLessThan(LIMIT_MS)
    for (const n of [2, 3, 4]) await registered(app, n)
    expect(await stored(app.databaseUrl)).toBe(4)
  }, 60_000)

  test('sign-ups whose connections are killed are stored once and acknowledged', async () => {
    const app = await site()
    const all = Promise.all(Array.from({ length: 40 }, (_, n) => app.register(n)))
    for (let kill = 0; kill < 10; kill++) {
      await query(
        app.databaseUrl,
        'select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()',
      )
      await Bun.sleep(5)
    }
    const acknowledged = (await all).filter(({ status }) => status === 200).length
    expect(acknowledged).toBe(40)
    expect(await stored(app.databaseUrl)).toBe(40)
  }, 60_000)

  test('the site starts, and stores sign-ups once PostgreSQL is there', async () => {
    const server = await postgresServer()
    const url = await emptyDatabase()
    await server.stop()
    const app = await site(url)
    expect((await app.get('/')).status).toBe(200)
    expect((await readiness(app))[1]).toMatchObject({ database: 'away' })
    await server.start()
    await eventually(
      () => readiness(app),
      ([, { database }]) => database === 'ok',
    )
    expect((await app.register(1)).status).toBe(200)
  }, 60_000)
})

describe.skipIf(!hasPostgres)('at startup', () => {
  test.each([
    ['a database that does not exist', (url: string) => url.replace('/postgres?', '/other?'), /does not exist/],
    ['an unknown user', (url: string) => url.replace(/\/\/\w+@/, '//nobody:secret@'), /does not accept the user/],
    ['a password that is not percent-encoded', (url: string) => url.replace('@', ':secret%zz@'), /percent-encode/],
    ['an unknown parameter of TLS', (url: string) => `${url}&sslmode=secret`, /DATABASE_URL cannot be used/],
    ['a name with NUL', (url: string) => url.replace('/postgres?', '/secret%00?'), /DATABASE_URL cannot be used/],
  ])('%s aborts with a sentence that does not repeat the URL', async (_, change, message) => {
    const url = change(await emptyDatabase())
    const error: Error = await site(url).catch((reason) => reason)
    expect(error.message).toMatch(message)
    expect(error.message).not.toMatch(/secret|postgres:/)
  })
})
