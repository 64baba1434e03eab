import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { createPasskeySite } from '#tests/admin/passkey-site.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { emptyDatabase, hasPostgres, query } from '#tests/helpers/postgres.ts'
import { testApp } from '#tests/helpers/test-app.ts'

const ends = endsOfEachTest()
const RATE_LIMITS = 'on'

async function rowsOf(url: string, table: 'site_attempt' | 'site_used_token'): Promise<number> {
  const [row] = await query<{ count: number }>(url, `select count(*)::int as count from ${table}`)
  return row?.count ?? 0
}

describe.skipIf(!hasPostgres)('what a limiter rejects', () => {
  test('writes nothing: of 300 concurrent logins with made-up e-mails, only the hundred that are free, and one rejection', async () => {
    const DATABASE_URL = await emptyDatabase()
    const app = await testApp({ env: { DATABASE_URL, RATE_LIMITS } })
    ends.push(app.close)
    const logIn = (n: number) => app.post(adminPaths.login, { email: `${n}@testery.example`, password: 'wrong' })
    const send = () => Promise.all(Array.from({ length: 300 }, async (_, n) => (await logIn(n)).status))
    const statuses = [...(await send()), ...(await send()), ...(await send())]
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(700)
    // Each attempt is counted for its network, for its e-mail, and for both together.
    expect(await rowsOf(DATABASE_URL, 'site_attempt')).toBe(3 * 100 + 1)
  })

  test('writes nothing: of many rejected passkeys, only the challenges of those that are counted', async () => {
    const DATABASE_URL = await emptyDatabase()
    const site = await createPasskeySite({ env: { DATABASE_URL, RATE_LIMITS } })
    ends.push(site.close)
    const before = await rowsOf(DATABASE_URL, 'site_used_token')
    const statuses: number[] = []
    for (let n = 0; n < 40; n++) statuses.push((await site.logInWith(site.first, { flags: 0 })).status)
    expect(statuses).toEqual([...Array(5).fill(422), ...Array(35).fill(429)])
    expect((await rowsOf(DATABASE_URL, 'site_used_token')) - before).toBe(5)
    expect((await site.logInWith(site.first)).status).toBe(200)
  })

  test('is a challenge for a passkey, which any number of strangers may ask for', async () => {
    const DATABASE_URL = await emptyDatabase()
    const site = await createPasskeySite({ env: { DATABASE_URL, RATE_LIMITS } })
    ends.push(site.close)
    await site.loginOptions()
    const written = () =>
      query(DATABASE_URL, "select xmin::text from site_text where name = 'challenges.key'").then(([row]) => row)
    const [tokens, key] = [await rowsOf(DATABASE_URL, 'site_used_token'), await written()]
    await Promise.all(Array.from({ length: 400 }, site.loginOptions))
    expect([await rowsOf(DATABASE_URL, 'site_used_token'), await written()]).toEqual([tokens, key])
  })
})
