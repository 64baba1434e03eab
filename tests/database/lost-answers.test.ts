import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { emptyDatabase, hasPostgres, query } from '#tests/helpers/postgres.ts'
import { ADMIN, testApp } from '#tests/helpers/test-app.ts'
import { databaseProxy } from './proxy.ts'

const ends = endsOfEachTest()
/** Two sites on one database; the answers to the first can be lost. */
async function sites() {
  const url = await emptyDatabase()
  const proxy = await databaseProxy(url)
  ends.push(proxy.close)
  const open = async (databaseUrl: string) => {
    const app = await testApp({ env: { DATABASE_URL: databaseUrl } })
    ends.push(app.close)
    return app
  }
  const app = await open(proxy.url)
  const other = await open(url)
  const count = async (from: string) =>
    Number((await query<{ n: string }>(url, `select count(*) n from ${from}`))[0]?.n)
  return { app, other, count, proxy }
}
type Site = Awaited<ReturnType<typeof sites>>

const KEY = 'new-0123456789abcdef'
const unsaved = (title: string) => ({ revision: null, fields: { format: 'md', title, content: 'Dough.' } })
const sessions = async ({ other }: Site, token: string): Promise<unknown[]> =>
  (await (await other.send('GET', adminPaths.sessions, { token })).json()).sessions

describe.skipIf(!hasPostgres)('if the answer to a COMMIT is lost while another replica changes the same', () => {
  test('a login makes one session, whose token is valid', async () => {
    const site = await sites()
    const { app, other, proxy } = site
    const spare = [await other.login(), await other.login(), await other.login(), await other.login()]
    let open = spare.length
    // A login has fewer transactions than that.
    for (const [index, token] of spare.entries()) {
      const nth = index + 1
      proxy.loseCommit(nth, async () => {
        await other.send('DELETE', adminPaths.logOut, { token })
        open--
      })
      const answer = await app.post(adminPaths.login, ADMIN)
      expect([nth, answer.status]).toEqual([nth, 200])
      open++
      expect([nth, (await sessions(site, (await answer.json()).token)).length]).toEqual([nth, open])
    }
    expect(proxy.lost()).toBeGreaterThanOrEqual(2)
  }, 60_000)

  test('a wrong password counts once', async () => {
    const { app, other, proxy, count } = await sites()
    const fail = (one: typeof app) => one.post(adminPaths.login, { ...ADMIN, password: 'wrong horse battery' })
    await fail(other)
    const perLogin = await count('site_attempt')
    proxy.loseCommit(1, () => fail(other))
    expect((await fail(app)).status).toBe(422)
    expect([proxy.lost(), await count('site_attempt')]).toEqual([1, 3 * perLogin])
  }, 60_000)

  test('an unsaved text is stored, although a newer one of another device has replaced it', async () => {
    const { app, other, proxy } = await sites()
    const token = await app.login()
    const put = (one: typeof app, title: string, replaces?: string) =>
      one.send('PUT', adminPaths.workingCopy(KEY), {
        token,
        json: { ...unsaved(title), ...(replaces && { replaces }) },
      })
    proxy.loseCommit(1, async () => {
      const stored = await (await other.send('GET', adminPaths.workingCopy(KEY), { token })).json()
      expect((await put(other, 'Second', stored.saved_at)).status).toBe(200)
    })
    expect((await put(app, 'First')).status).toBe(200)
    expect(proxy.lost()).toBe(1)
    const now = await (await app.send('GET', adminPaths.workingCopy(KEY), { token })).json()
    expect(now.fields.title).toBe('Second')
  }, 60_000)

  test('a deletion leaves the text that was stored after it', async () => {
    const { app, other, proxy } = await sites()
    const token = await app.login()
    const path = adminPaths.workingCopy(KEY)
    await app.send('PUT', path, { token, json: unsaved('First') })
    proxy.loseCommit(1, () => other.send('PUT', path, { token, json: unsaved('After') }))
    expect((await app.send('DELETE', path, { token })).status).toBe(200)
    expect(proxy.lost()).toBe(1)
    expect((await app.send('GET', path, { token })).status).toBe(200)
  }, 60_000)
})
