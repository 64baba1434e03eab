import { describe, expect, test } from 'bun:test'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { plainPost } from '#tests/blog/blog-app.ts'
import { solved } from '#tests/captcha/solved.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { ADMIN, testApp } from '#tests/helpers/test-app.ts'
import { MINUTE_MS, siteAndShell } from './shell.ts'

const TEN_YEARS_MS = 10 * 365 * 24 * 60 * MINUTE_MS

const ends = endsOfEachTest()

/** A site with a manual clock. */
async function opened(env: Record<string, string> = {}) {
  let time = Date.parse('2026-03-01T10:00:00Z')
  const files = { 'posts/draft.md': plainPost({ draft: true }) }
  const app = await testApp({ env, files, now: () => new Date(time) })
  ends.push(app.close)
  return {
    ...app,
    pass: (ms: number) => {
      time += ms
    },
    logIn: async (password = ADMIN.password) => (await app.post(adminPaths.login, { ...ADMIN, password })).status,
    seesLeads: async (token: string) => (await app.send('GET', adminPaths.leads, { token })).status === 200,
  }
}
const jumps = [
  ['forward', TEN_YEARS_MS],
  ['back', -TEN_YEARS_MS],
] as const

describe.each(jumps)('a clock that jumps by ten years %s', (_, jump) => {
  test('does not keep an administrator waiting after five failed logins', async () => {
    const { logIn, pass } = await opened()
    for (let n = 0; n < 5; n++) expect(await logIn('wrong')).toBe(422)
    expect(await logIn()).toBe(429)
    pass(jump)
    expect(await logIn()).toBe(200)
  })

  test('ends earlier sessions and preview links, and accepts a new login at once', async () => {
    const { login, pass, seesLeads, send, get } = await opened()
    const token = await login()
    const link = await (await send('POST', adminPaths.previews('draft'), { token })).json()
    expect([await seesLeads(token), (await get(link.path)).status]).toEqual([true, 200])
    pass(jump)
    expect([await seesLeads(token), (await get(link.path)).status]).toEqual([false, 404])
    expect(await seesLeads(await login())).toBe(true)
  })

  test('does not keep a visitor from sending a form', async () => {
    const { post, pass } = await opened()
    const message = { name: 'Ann', email: 'ann@bakery.example', message: 'Sixty clients.' }
    const write = async (n: number) =>
      (await post(apiPaths.contactMessages, { ...message, company: `Bakery ${n}` })).status
    for (let n = 0; n < 60; n++) expect(await write(n)).toBe(201)
    expect(await write(60)).toBe(429)
    pass(jump)
    expect(await write(61)).toBe(201)
  })

  test('makes a captcha expire, and accepts the next one', async () => {
    const { get, post, pass } = await opened({ CAPTCHA: 'on' })
    const solution = async () => solved(await (await get('/api/captcha')).json())
    const message = { name: 'Ann', email: 'ann@bakery.example', message: 'Sixty clients.' }
    const before = await solution()
    pass(jump)
    expect((await post(apiPaths.contactMessages, { ...message, reCaptchaToken: before })).status).toBe(422)
    expect((await post(apiPaths.contactMessages, { ...message, reCaptchaToken: await solution() })).status).toBe(201)
  })

  test('accepts second-factor codes again, each once, after the clock is corrected', async () => {
    const site = await siteAndShell()
    ends.push(site.close)
    const { code, recovery } = await site.addSecondFactor()
    site.pass(jump)
    expect((await site.logIn({ code: code() })).status).toBe(200)
    site.pass(-jump)
    site.pass(2 * MINUTE_MS)
    const right = code()
    expect((await site.logIn({ code: right })).status).toBe(200)
    expect((await site.logIn({ code: right })).status).toBe(422)
    expect((await site.logIn({ code: recovery[0] })).status).toBe(200)
  })
})

test('keeps sessions valid when the clock is set back by a minute', async () => {
  const { login, pass, seesLeads } = await opened()
  const token = await login()
  pass(-MINUTE_MS)
  expect(await seesLeads(token)).toBe(true)
})

test('is not blocked by a lock on the administrator file that is dated in the future', async () => {
  const { dir, login, send } = await opened()
  const token = await login()
  const lock = join(dir, 'storage/private/admin.json.lock')
  await Bun.write(lock, String(process.pid))
  const future = (Date.now() + TEN_YEARS_MS) / 1000
  await utimes(lock, future, future)
  expect((await send('DELETE', adminPaths.sessions, { token })).status).toBe(200)
})
