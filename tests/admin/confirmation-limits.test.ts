import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { auditOf } from '#tests/audit/audit-of.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { ADMIN } from '#tests/helpers/test-app.ts'
import { createPasskeySite } from './passkey-site.ts'
import { ANN, appWithPeople } from './people.ts'

const MINUTE_MS = 60_000
const ends = endsOfEachTest()

/** The statuses of several attempts, one after another. */
async function statuses(times: number, act: () => Promise<Response>): Promise<number[]> {
  const found: number[] = []
  while (found.length < times) found.push((await act()).status)
  return found
}
const FIVE_WRONG = [422, 422, 422, 422, 422]

async function opened() {
  const site = await appWithPeople({ env: { RATE_LIMITS: 'on' } })
  ends.push(site.close)
  const { token } = await site.first()
  const events = async () => (await auditOf(site)).map(({ event, detail }) => [event, detail])
  const confirm = (as: string, json: unknown) => site.send('POST', adminPaths.confirmation, { token: as, json })
  const guessLogin = (email = ADMIN.email) => site.post(adminPaths.login, { email, password: 'a wrong guess' })
  return { ...site, token, events, confirm, guessLogin }
}

describe('the limit of confirmations', () => {
  test('does not count the failed logins of strangers in the same network', async () => {
    const site = await opened()
    expect(await statuses(6, () => site.guessLogin())).toEqual([...FIVE_WRONG, 429])
    for (let n = 0; n < 100; n++) await site.guessLogin(`made-up-${n}@testery.example`)
    expect((await site.guessLogin('another@testery.example')).status).toBe(429)
    expect((await site.confirm(site.token, { password: ADMIN.password })).status).toBe(200)
  })

  test('is five failures of one session within fifteen minutes, and blocks neither logins nor other sessions', async () => {
    const site = await opened()
    const other = await site.logIn(ADMIN)
    const guess = () => site.confirm(site.token, { password: 'a wrong guess' })
    expect(await statuses(6, guess)).toEqual([...FIVE_WRONG, 429])
    const rejected = await site.confirm(site.token, { password: ADMIN.password })
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '900'])
    expect(await rejected.json()).toEqual({
      message: 'Too many failed confirmations. Please try again in 15 minutes.',
    })
    expect((await site.confirm(other, { password: ADMIN.password })).status).toBe(200)
    expect(await site.logIn(ADMIN)).toBeString()
    site.pass(15 * MINUTE_MS)
    expect((await site.confirm(site.token, { password: ADMIN.password })).status).toBe(200)
  })

  test('counts concurrent guesses before they are checked', async () => {
    const site = await opened()
    const guesses = Array.from({ length: 20 }, () => site.confirm(site.token, { password: 'a wrong guess' }))
    expect((await Promise.all(guesses)).filter(({ status }) => status === 422)).toHaveLength(5)
  })

  test('is ten wrong codes of all sessions of an administrator; the password still confirms', async () => {
    const site = await opened()
    const tokens = [site.token, await site.logIn(ADMIN), await site.logIn(ADMIN)]
    for (const token of tokens.slice(0, 2))
      expect(await statuses(5, () => site.confirm(token, { code: '123456' }))).toEqual(FIVE_WRONG)
    const [, , third = ''] = tokens
    expect((await site.confirm(third, { code: '123456' })).status).toBe(429)
    expect((await site.confirm(third, { password: ADMIN.password })).status).toBe(200)
    const ann = await site.add(third, ANN)
    expect((await site.confirm(ann.token, { code: '123456' })).status).toBe(422)
  })

  test('counts passkeys, too', async () => {
    const site = await createPasskeySite({ env: { RATE_LIMITS: 'on' } })
    ends.push(site.close)
    const options = await site.optionsOf(adminPaths.passkeyConfirmationOptions)
    const passkey = await site.first.get(options)
    const replay = () => site.call(adminPaths.passkeyConfirmation, { passkey })
    expect((await replay()).status).toBe(200)
    expect(await statuses(6, replay)).toEqual([...FIVE_WRONG, 429])
    expect((await site.confirm(site.first)).status).toBe(429)
  })

  test('is recorded once per window, and hides no line about blocked logins', async () => {
    const site = await opened()
    await statuses(8, () => site.confirm(site.token, { password: 'a wrong guess' }))
    await statuses(8, () => site.guessLogin())
    const found = await site.events()
    expect(found.filter(([event]) => event === 'confirmation.failed')).toEqual([
      ...FIVE_WRONG.map(() => ['confirmation.failed', 'password']),
      ['confirmation.failed', 'locked'],
    ])
    expect(found.filter(([event]) => event === 'login.locked')).toHaveLength(1)
  })
})
