import { describe, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { emptyDatabase, hasPostgres, query } from '#tests/helpers/postgres.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { leadSite } from '#tests/leads/lead-site.ts'
import { SECRET, startReceiver } from '#tests/notifications/receiver.ts'
import { another } from '#tests/registration/a-registration.ts'

const ends = endsOfEachTest()

/** Sites with folders of their own on one database. */
async function sites(count: number, env: Record<string, string> = {}) {
  const url = await emptyDatabase()
  const all = []
  for (let n = 0; n < count; n++) {
    const app = await testApp({ env: { DATABASE_URL: url, RATE_LIMITS: 'off', ...env } })
    ends.push(app.close)
    all.push({ ...app, register: (n: number, changes = {}) => app.post(apiPaths.register, another(n, changes)) })
  }
  return { url, all }
}
const COUNT = "select count(*)::int as n from site_record where log = 'registrations'"

describe.skipIf(!hasPostgres)('two processes on one database', () => {
  test('store one of two companies with the same username, and name the field to the other', async () => {
    const { url, all } = await sites(2)
    for (let n = 0; n < 10; n++) {
      const answers = await Promise.all(all.map(({ register }, m) => register(n, { email: `e${n}-${m}@a.example` })))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
      const rejected = answers.find(({ status }) => status === 422)
      expect(await rejected?.json()).toMatchObject({
        errors: { username: { message: 'This username is already taken.' } },
      })
    }
    expect(await query(url, COUNT)).toEqual([{ n: 10 }])
  })

  test('acknowledge the same sign-up to both and store it once', async () => {
    const { url, all } = await sites(2)
    for (let n = 0; n < 10; n++) {
      const answers = await Promise.all(all.map(({ register }) => register(n)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    }
    expect(await query(url, COUNT)).toEqual([{ n: 10 }])
  })

  test('see each other’s leads and erasures at once', async () => {
    const url = await emptyDatabase()
    const [one, two] = [
      await leadSite({}, { env: { DATABASE_URL: url } }),
      await leadSite({}, { env: { DATABASE_URL: url } }),
    ]
    ends.push(one.close, two.close)
    await one.post(apiPaths.register, another(1))
    const [lead] = (await two.list()).leads
    expect(lead?.email).toBe(String(another(1).email))
    expect((await two.erase(lead?.id ?? '')).status).toBe(200)
    expect((await one.list()).leads).toEqual([])
    expect((await one.post(apiPaths.register, another(1, { token: 'new' }))).status).toBe(200)
  })

  test('notify the vendor of each lead once, in order, whoever stored it', async () => {
    const receiver = startReceiver()
    ends.push(receiver.stop)
    const { all } = await sites(2, { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: SECRET })
    for (let n = 0; n < 8; n++) expect((await all[n % 2]?.register(n))?.status).toBe(200)
    await receiver.arrived(8)
    const notified = () => all.flatMap(({ logged }) => logged.filter((line) => line.includes('"notified"'))).length
    await eventually(notified, (count) => count === 8)
    const emails = receiver.received.map(({ body }) => body.data.email)
    expect(emails).toEqual(Array.from({ length: 8 }, (_, n) => another(n).email))
  })

  test('go on with the notifications of the other one after it has stopped', async () => {
    const silence = () => new Promise<Response>(() => {})
    const receiver = startReceiver(silence)
    ends.push(receiver.stop)
    const { all } = await sites(2, { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: SECRET })
    await all[0]?.register(1)
    await receiver.arrived(1)
    receiver.answer(() => new Response(null, { status: 200 }))
    const holder = all.find(({ logged }) => !logged.some((line) => line.includes('"notified"')))
    await holder?.stop()
    await receiver.arrived(2)
    const ids = receiver.received.map(({ headers }) => headers.get('webhook-id'))
    expect(ids[1]).toBe(ids[0])
  }, 60_000)
})
