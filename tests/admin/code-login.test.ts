import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { createAdminStore } from '#server/admin/people/admin-file.ts'
import { createAdministrators } from '#server/admin/people/administrators.ts'
import { createPasswords } from '#server/admin/people/passwords.ts'
import { createLog } from '#server/lib/log.ts'
import { createFileStore } from '#server/storage/file-store.ts'
import { privateText } from '#server/storage/private-text.ts'
import { auditOf } from '#tests/audit/audit-of.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { MINUTE_MS, type SiteAndShell, siteAndShell } from './shell.ts'

const NEEDED = 'Enter the 6-digit code from your authenticator app, or a recovery code.'
const WRONG = 'This code is wrong, has expired, or was used before.'

const ends = endsOfEachTest()

/** A site with a second factor, a minute after it was turned on, so that the confirming code has expired. */
async function protectedSite(env: Record<string, string> = {}) {
  const site = await siteAndShell({ env })
  ends.push(site.close)
  const factor = await site.addSecondFactor()
  site.pass(MINUTE_MS)
  return { ...site, ...factor }
}
const statusAndBody = async (answer: Response) => [answer.status, await answer.json()]
const needed = [422, { message: NEEDED, errors: { code: { message: NEEDED } } }]
const wrong = [422, { message: WRONG, errors: { code: { message: WRONG } } }]
const invalid = [422, { message: 'Invalid credentials' }]
const eventsOf = async (site: SiteAndShell) =>
  (await auditOf(site)).map(({ event, detail }) => (detail ? `${event} ${detail}` : event))

describe('POST /api/admin/login with a second factor', () => {
  test('asks for a code after the correct password, and accepts a code of the app', async () => {
    const site = await protectedSite()
    expect(await statusAndBody(await site.logIn())).toEqual(needed)
    expect(await statusAndBody(await site.logIn({ code: ' ' }))).toEqual(needed)
    expect((await eventsOf(site)).slice(-2)).toEqual(['login.code-requested', 'login.code-requested'])
    const answer = await site.logIn({ code: site.code() })
    const { token } = await answer.json()
    expect([answer.status, (await site.send('GET', adminPaths.leads, { token })).status]).toEqual([200, 200])
  })

  test('rejects a code that was used before, concurrently, later or after a restart', async () => {
    const site = await protectedSite()
    const code = site.code()
    const answers = await Promise.all(Array.from({ length: 8 }, () => site.logIn({ code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)])
    expect(await statusAndBody(await site.logIn({ code }))).toEqual(wrong)
    await site.stop()
    const again = await siteAndShell({ dir: site.dir, now: site.now })
    ends.push(again.stop)
    again.use(site.password())
    expect(await statusAndBody(await again.logIn({ code }))).toEqual(wrong)
    site.pass(MINUTE_MS)
    expect((await again.logIn({ code: site.code() })).status).toBe(200)
  })

  test('accepts each recovery code once, reports how many are left, and records each use in the audit log', async () => {
    const site = await protectedSite()
    const [first = '', second = ''] = site.recovery
    expect((await site.logIn({ code: first.toUpperCase() })).status).toBe(200)
    expect(await statusAndBody(await site.logIn({ code: first }))).toEqual(wrong)
    expect((await site.logIn({ code: second })).status).toBe(200)
    expect((await site.admin('list')).output).toContain('8 of 10 recovery codes left\n')
    expect((await eventsOf(site)).slice(-5)).toEqual([
      'recovery-code.used',
      'login.succeeded',
      'login.failed code',
      'recovery-code.used',
      'login.succeeded',
    ])
    const fresh = (await site.admin('new-codes')).output
    expect(await statusAndBody(await site.logIn({ code: site.recovery[2] }))).toEqual(wrong)
    expect((await site.logIn({ code: /^ {2}(\S{27})$/m.exec(fresh)?.[1] })).status).toBe(200)
  })

  test('reveals nothing about codes for a wrong password, and does not use up a correct code', async () => {
    const site = await protectedSite()
    const code = site.code()
    expect(await statusAndBody(await site.logIn({ password: 'wrong' }))).toEqual(invalid)
    expect(await statusAndBody(await site.logIn({ password: 'wrong', code }))).toEqual(invalid)
    expect(await statusAndBody(await site.logIn({ email: 'ann@bakery.example', code }))).toEqual(invalid)
    expect((await site.logIn({ code })).status).toBe(200)
  })

  test('writes neither code nor secret to logs or responses', async () => {
    const site = await protectedSite()
    const code = site.code()
    const answers = [await site.logIn({ code: '123123' }), await site.logIn({ code })]
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    const all = [...texts, ...site.logged, JSON.stringify(await auditOf(site))].join('\n')
    expect(all).not.toContain('123123')
    expect(all).not.toContain(code)
    expect(all).not.toContain(/secret=(\w+)/.exec(site.said)?.[1] ?? '')
  })

  test('answers 422 on the code field for a malformed code', async () => {
    const site = await protectedSite()
    for (const code of ['9'.repeat(65), 123456, null, { length: 6 }]) {
      const [status, body] = await statusAndBody(await site.logIn({ code }))
      expect([status, Object.keys(body.errors)]).toEqual([422, ['code']])
    }
  })
})

describe('POST /api/admin/confirmation with a second factor', () => {
  test('accepts a code once, a recovery code once, and the password', async () => {
    const site = await protectedSite()
    const { token } = await (await site.logIn({ code: site.code() })).json()
    const confirm = async (json: unknown) => (await site.send('POST', adminPaths.confirmation, { token, json })).status
    const exported = async () => (await site.send('GET', adminPaths.leadsCsv, { token })).status
    site.pass(11 * MINUTE_MS)
    const rejected = await site.send('GET', adminPaths.leadsCsv, { token })
    expect(await rejected.json()).toMatchObject({ confirmation: 'password-or-code' })
    for (const proof of [{ code: site.code() }, { code: site.recovery[0] }]) {
      expect([await exported(), await confirm(proof), await exported(), await confirm(proof)]).toEqual([
        403, 200, 200, 422,
      ])
      site.pass(11 * MINUTE_MS)
    }
    expect([await exported(), await confirm({ password: 'wrong' }), await exported()]).toEqual([403, 422, 403])
    expect([await confirm({ password: site.password() }), await exported()]).toEqual([200, 200])
    expect(await eventsOf(site)).toContain('confirmation.failed code')
  })
})

describe('the limit on second-factor codes', () => {
  test('counts wrong codes, and does not reset when a login asks for a code', async () => {
    const site = await protectedSite({ RATE_LIMITS: 'on' })
    for (let n = 0; n < 5; n++) {
      expect(await statusAndBody(await site.logIn())).toEqual(needed)
      expect(await statusAndBody(await site.logIn({ code: '000000' }))).toEqual(wrong)
    }
    expect((await site.logIn()).status).toBe(429)
    const rejected = await site.logIn({ code: site.code() })
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '900'])
    expect((await eventsOf(site)).slice(-11)).toEqual([
      ...Array(5).fill(['login.code-requested', 'login.failed code']).flat(),
      'login.locked',
    ])
    site.pass(15 * MINUTE_MS)
    expect((await site.logIn({ code: site.code() })).status).toBe(200)
  })

  test('blocks app codes after ten wrong ones from anywhere, and still accepts a recovery code', async () => {
    const site = await protectedSite({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
    const url = site.listen()
    const guess = (n: number, code = '000000') =>
      fetch(url + adminPaths.login, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${n}` },
        body: JSON.stringify({ email: 'admin@testery.example', password: site.password(), code }),
      })
    for (let n = 0; n < 10; n++) expect((await guess(n)).status).toBe(422)
    expect((await guess(10)).status).toBe(429)
    expect((await guess(11, site.code())).status).toBe(429)
    expect((await guess(12, site.recovery[0])).status).toBe(200)
  })
})

test('verifies one password hash per attempt, whatever is wrong with it, and checks the code after that', async () => {
  const site = await protectedSite()
  const passwords = createPasswords({ memoryCost: 64, timeCost: 2 })
  const folder = join(site.dir, 'storage/private')
  let checks = 0
  const verify = (password: string, hash: string) => {
    checks++
    return passwords.verify(password, hash)
  }
  const administrators = await createAdministrators({
    store: createAdminStore(privateText(createFileStore(folder), 'admin.json')),
    folder,
    passwords: { ...passwords, verify },
    slug: 'testery',
    now: site.now,
    log: createLog('error', () => {}),
    print: () => {},
    isTerminal: true,
  })
  const tries = [
    ['admin@testery.example', site.password()],
    ['admin@testery.example', 'x'],
    ['nobody@testery.example', 'x'],
  ]
  const results = []
  for (const [email = '', password = ''] of tries) {
    const found = await administrators.verifyPassword(email, password)
    results.push([found?.email, checks])
  }
  expect(results).toEqual([
    ['admin@testery.example', 1],
    [undefined, 2],
    [undefined, 3],
  ])
})
