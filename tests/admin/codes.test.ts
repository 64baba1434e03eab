import { describe, expect, test } from 'bun:test'
import { encode } from 'uqr'
import { adminPaths } from '#contract/admin-paths.ts'
import type { CodeSetup, RecoveryCodes } from '#contract/codes.ts'
import { CONFIRMATION_NEEDED } from '#contract/confirmation.ts'
import { auditOf } from '#tests/audit/audit-of.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { ADMIN } from '#tests/helpers/test-app.ts'
import { ANN, appWithPeople } from './people.ts'
import { codeOf, MINUTE_MS } from './shell.ts'

const WRONG = 'This code is wrong, has expired, or was used before.'
const EXPIRED = 'This setup has expired. Please start again.'

const ends = endsOfEachTest()

async function opened(...options: Parameters<typeof appWithPeople>) {
  const site = await appWithPeople(...options)
  ends.push(site.close)
  const { token } = await site.first()
  const setUp = (by = token) => site.send('POST', adminPaths.codeSetup, { token: by })
  const started = async (by = token): Promise<CodeSetup> => (await setUp(by)).json()
  const send = (json: unknown, by = token) => site.send('POST', adminPaths.codes, { token: by, json })
  const code = ({ url }: CodeSetup) => codeOf(url, site.now())
  return {
    ...site,
    token,
    setUp,
    started,
    send,
    code,
    /** Sets an app up; later codes of it are accepted. */
    async on() {
      const setup = await started()
      const { recoveryCodes }: RecoveryCodes = await (await send({ setup: setup.setup, code: code(setup) })).json()
      site.pass(MINUTE_MS)
      return { setup, recoveryCodes }
    },
    confirm: (json: unknown) => site.send('POST', adminPaths.confirmation, { token, json }),
    off: () => site.send('DELETE', adminPaths.codes, { token }),
    renew: () => site.send('POST', adminPaths.recoveryCodes, { token }),
    account: async () => (await site.send('GET', adminPaths.account, { token })).json(),
    logInWith: (typed?: string) => site.post(adminPaths.login, { ...ADMIN, ...(typed && { code: typed }) }),
    events: async () => (await auditOf(site)).map(({ event }) => event),
  }
}
const statusAndBody = async (response: Response) => [response.status, await response.json()]
const rejected = (field: string, message: string) => [422, { message, errors: { [field]: { message } } }]

describe('an authenticator app', () => {
  test('is on once a code of it is sent: logins require a code, and the code that turned it on is used up', async () => {
    const site = await opened()
    const response = await site.setUp()
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const setup: CodeSetup = await response.json()
    expect(setup.url).toStartWith('otpauth://totp/')
    expect(setup.url).toContain(`secret=${setup.secret}`)
    expect(setup.until).toBe('2026-03-01T10:10:00.000Z')
    expect((await site.account()).code).toBeNull()

    const code = site.code(setup)
    const on = await site.send({ setup: setup.setup, code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })
    const { recoveryCodes }: RecoveryCodes = await on.json()
    expect([on.status, on.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await site.account()).code).toEqual({ since: '2026-03-01T10:00:00.000Z', recoveryCodesLeft: 10 })
    expect(await site.events()).toContain('second-factor.on')

    expect((await site.logInWith()).status).toBe(422)
    expect(await statusAndBody(await site.logInWith(code))).toEqual(rejected('code', WRONG))
    site.pass(MINUTE_MS)
    expect((await site.logInWith(site.code(setup))).status).toBe(200)
    expect((await site.logInWith(recoveryCodes[0])).status).toBe(200)
    expect((await site.account()).code.recoveryCodesLeft).toBe(9)
  })

  test('is shown as a QR code of its URL, as the path of an SVG', async () => {
    const site = await opened()
    const { url, qr } = await site.started()
    const { size, data } = encode(url, { border: 4 })
    const shown = Array.from({ length: size }, () => Array(size).fill(false))
    for (const [, x, y, width] of qr.path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
      shown[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
    expect(qr.size).toBe(size)
    expect(shown).toEqual(data)
    expect(qr.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/)
  })

  test('stays off after a wrong code, which can be corrected', async () => {
    const site = await opened()
    const setup = await site.started()
    const old = codeOf(setup.url, new Date(site.now().getTime() - 5 * MINUTE_MS))
    for (const code of [old, 'abcdef', '12345', 'aaaaaa-aaaaaa-aaaaaa-aaaaaa'])
      expect(await statusAndBody(await site.send({ setup: setup.setup, code }))).toEqual(rejected('code', WRONG))
    expect((await site.send({ setup: setup.setup })).status).toBe(422)
    expect((await site.account()).code).toBeNull()
    expect((await site.logInWith()).status).toBe(200)
    expect((await site.send({ setup: setup.setup, code: site.code(setup) })).status).toBe(200)
  })

  test('cannot be turned on by another session, with a replaced setup, or after ten minutes', async () => {
    const site = await opened()
    const expired = rejected('setup', EXPIRED)
    const setup = await site.started()
    const send = async (one: CodeSetup, by?: string) =>
      statusAndBody(await site.send({ setup: one.setup, code: site.code(one) }, by))
    expect(await send(setup, await site.logIn(ADMIN))).toEqual(expired)
    expect(await send(setup, (await site.add(site.token, ANN)).token)).toEqual(expired)
    const next = await site.started()
    expect(await send(setup)).toEqual(expired)
    site.pass(10 * MINUTE_MS)
    await site.confirm({ password: ADMIN.password })
    expect(await send(next)).toEqual(expired)
    expect((await site.account()).code).toBeNull()
  })

  test('is turned on once by the same code sent twice, and a setup cannot be used again after it is off', async () => {
    const site = await opened()
    const setup = await site.started()
    const json = { setup: setup.setup, code: site.code(setup) }
    const responses = await Promise.all([site.send(json), site.send(json)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await site.setUp()).status).toBe(409)
    expect((await site.off()).status).toBe(200)
    expect(await statusAndBody(await site.send(json))).toEqual(rejected('setup', EXPIRED))
  })

  test('ends the other sessions of this administrator when it is turned on and off, and no one else’s', async () => {
    const site = await opened()
    const ann = await site.add(site.token, ANN)
    const all = async (...tokens: string[]) => Promise.all(tokens.map(site.isLoggedIn))
    const before = await site.logIn(ADMIN)
    const { setup } = await site.on()
    expect(await all(site.token, before, ann.token)).toEqual([true, false, true])
    const { token: meanwhile } = await (await site.logInWith(site.code(setup))).json()
    expect((await site.off()).status).toBe(200)
    expect(await all(site.token, meanwhile, ann.token)).toEqual([true, false, true])
    expect(await site.events()).toContain('second-factor.off')
    expect((await site.account()).code).toBeNull()
    expect((await site.logInWith()).status).toBe(200)
    expect((await site.off()).status).toBe(409)
  })

  test('is set up, turned on and off, and has new recovery codes, only after a confirmation', async () => {
    const site = await opened()
    site.pass(11 * MINUTE_MS)
    const needed = (confirmation: string) => [403, { message: CONFIRMATION_NEEDED, confirmation }]
    expect(await statusAndBody(await site.setUp())).toEqual(needed('password'))
    await site.confirm({ password: ADMIN.password })
    site.pass(9 * MINUTE_MS)
    const setup = await site.started()
    site.pass(2 * MINUTE_MS)
    const turnOn = () => site.send({ setup: setup.setup, code: site.code(setup) })
    expect(await statusAndBody(await turnOn())).toEqual(needed('password'))
    expect((await site.account()).code).toBeNull()
    await site.confirm({ password: ADMIN.password })
    expect((await turnOn()).status).toBe(200)
    site.pass(11 * MINUTE_MS)
    expect(await statusAndBody(await site.off())).toEqual(needed('password-or-code'))
    expect(await statusAndBody(await site.renew())).toEqual(needed('password-or-code'))
    expect((await site.confirm({ code: site.code(setup) })).status).toBe(200)
    expect((await site.renew()).status).toBe(200)
    expect((await site.off()).status).toBe(200)
  })
})

describe('new recovery codes', () => {
  test('are shown once and make the old ones invalid, but not the app', async () => {
    const site = await opened()
    const { setup, recoveryCodes: old } = await site.on()
    await site.logInWith(old[0])
    const { recoveryCodes }: RecoveryCodes = await (await site.renew()).json()
    expect(recoveryCodes.filter((code) => old.includes(code))).toEqual([])
    expect((await site.account()).code.recoveryCodesLeft).toBe(10)
    expect(await statusAndBody(await site.logInWith(old[1]))).toEqual(rejected('code', WRONG))
    expect((await site.logInWith(recoveryCodes[1])).status).toBe(200)
    expect((await site.logInWith(site.code(setup))).status).toBe(200)
    expect(await site.events()).toContain('recovery-codes.made')
    const stored = await Bun.file(`${site.dir}/storage/private/admin.json`).text()
    expect(recoveryCodes.filter((code) => stored.includes(code))).toEqual([])
  })

  test('do not exist without an app', async () => {
    const site = await opened()
    expect((await site.renew()).status).toBe(409)
  })
})

test('wrong codes of a setup are limited like those of logins, and right ones reset no other failures', async () => {
  const site = await opened({ env: { RATE_LIMITS: 'on' } })
  const confirm = () => site.confirm({ password: 'a guess' })
  for (let n = 0; n < 3; n++) expect((await confirm()).status).toBe(422)
  const setup = await site.started()
  expect((await site.send({ setup: setup.setup, code: site.code(setup) })).status).toBe(200)
  await site.off()
  const next = await site.started()
  const json = { setup: next.setup, code: 'abcdef' }
  for (let n = 0; n < 2; n++) expect((await site.send(json)).status).toBe(422)
  const limited = await site.send({ ...json, code: site.code(next) })
  expect([limited.status, limited.headers.has('retry-after')]).toEqual([429, true])
})
