import { describe, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import { readConfig } from '#server/config.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { emptyDatabase, hasPostgres } from '#tests/helpers/postgres.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { metricsIn } from '#tests/metrics/exposition.ts'
import { another } from '#tests/registration/a-registration.ts'

const ends = endsOfEachTest()

describe('DATABASE_URL', () => {
  test.each(['postgres://site:secret@db.example.com/site', ' postgresql://db/site?sslmode=verify-full '])(
    'may be %s, also in a file',
    (url) => {
      expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url.trim())
      expect(readConfig({ DATABASE_URL_FILE: 'x' }, () => `${url}\n`).databaseUrl).toBe(url.trim())
    },
  )

  test.each([
    'mysql://site:secret@db/site',
    'secret',
    'postgres://site:secret@db',
    'postgres://site:secret@db/',
    'https://secret/x',
  ])('aborts the start when it is %s, and is not repeated', (url) => {
    const read = () => readConfig({ DATABASE_URL: url })
    expect(read).toThrow('DATABASE_URL must be like postgres://user:password@host:5432/database.')
    expect(read).not.toThrow('secret')
  })
})

describe.skipIf(!hasPostgres)('a site with DATABASE_URL', () => {
  test('has metrics of the database, and no files of records', async () => {
    const env = { DATABASE_URL: await emptyDatabase(), METRICS_TOKEN: 'a-token-for-metrics' }
    const app = await testApp({ env })
    ends.push(app.close)
    expect((await app.post(apiPaths.register, another(1))).status).toBe(200)
    const answer = await app.get('/metrics', { headers: { authorization: `Bearer ${env.METRICS_TOKEN}` } })
    const { of } = metricsIn(await answer.text())
    expect(of('site_database_up')).toBe(1)
    expect(of('site_database_failures_total')).toBe(0)
    expect(of('site_log_appended_total', { log: 'registrations' })).toBe(1)
    const files = await Array.fromAsync(new Bun.Glob('*.jsonl').scan(`${app.dir}/storage/private`))
    expect(files).toEqual([])
  })
})
