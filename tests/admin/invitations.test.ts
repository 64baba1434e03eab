import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { INVALID_INVITATION } from '#contract/account-forms.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { CONFIRMATION_NEEDED } from '#contract/confirmation.ts'
import { auditOf } from '#tests/audit/audit-of.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { ADMIN } from '#tests/helpers/test-app.ts'
import { ANN, appWithPeople, BOB } from './people.ts'

const HOUR_MS = 3_600_000
const ends = endsOfEachTest()

async function opened(...options: Parameters<typeof appWithPeople>) {
  const site = await appWithPeople(...options)
  ends.push(site.close)
  return site
}
const errorOf = async (response: Response) => [response.status, (await response.json()).message]

describe('an invitation', () => {
  test('makes an administrator, who logs in with the new password and has equal rights', async () => {
    const site = await opened()
    const { token } = await site.first()
    const invited = await site.invite(token, ANN.email)
    expect(invited).toEqual({
      path: expect.stringMatching(/^\/admin\/invite#[\w-]{43}$/),
      until: '2026-03-03T10:00:00.000Z',
    })
    expect((await site.people(token)).invitations).toEqual([
      { id: expect.any(String), email: ANN.email, invitedBy: 'Administrator', until: invited.until },
    ])
    expect((await site.accept(site.tokenIn(invited), ANN)).status).toBe(200)
    const { administrators, invitations } = await site.people(await site.logIn(ANN))
    expect(administrators.map(({ name, email, current }) => [name, email, current])).toEqual([
      ['Administrator', ADMIN.email, false],
      [ANN.name, ANN.email, true],
    ])
    expect(invitations).toEqual([])
    expect((await site.invite(await site.logIn(ANN), BOB.email)).path).toStartWith('/admin/invite#')
    const lines = (await auditOf(site)).map(({ event, actor, subject }) => [event, actor, subject])
    expect(lines).toContainEqual(['invitation.made', 'a…@testery.example', 'a…@bakery.example'])
    expect(lines).toContainEqual(['invitation.accepted', 'a…@bakery.example', undefined])
  })

  test('is stored as a hash and reaches neither log', async () => {
    const site = await opened()
    const { token } = await site.first()
    const secret = site.tokenIn(await site.invite(token, ANN.email))
    await site.lookUp(secret)
    await site.accept(secret, ANN)
    const again = site.tokenIn(await site.invite(token, BOB.email))
    const stored = await Promise.all(
      ['admin.json', 'audit.jsonl'].map((name) => Bun.file(join(site.dir, 'storage/private', name)).text()),
    )
    for (const one of [secret, again, ANN.password]) expect([...stored, ...site.logged].join('\n')).not.toContain(one)
  })

  test('that was used, replaced, withdrawn, has expired or never existed gets the same response', async () => {
    const site = await opened()
    const { token } = await site.first()
    const made = async (email: string) => site.tokenIn(await site.invite(token, email))
    const used = await made(ANN.email)
    await site.accept(used, ANN)
    const replaced = await made(BOB.email)
    const withdrawn = await made(BOB.email)
    const { invitations } = await site.people(token)
    expect(invitations.map(({ email }) => email)).toEqual([BOB.email])
    const path = adminPaths.invitation(invitations[0]?.id ?? '')
    expect((await site.send('DELETE', path, { token })).status).toBe(200)
    expect((await site.send('DELETE', path, { token })).status).toBe(404)
    const expired = await made('carl@bakery.example')
    const taken = await made('dora@bakery.example')
    const renamed = await site.send('POST', adminPaths.account, { token, json: { email: 'Dora@bakery.example' } })
    expect(renamed.status).toBe(200)
    const responses: unknown[] = []
    const send = async (token: string) => {
      for (const response of [await site.lookUp(token), await site.accept(token, BOB)])
        responses.push([response.status, await response.json()])
    }
    for (const one of [used, replaced, withdrawn, taken, 'x'.repeat(43), '']) await send(one)
    site.pass(48 * HOUR_MS)
    await send(expired)
    const invalid = { message: INVALID_INVITATION, errors: { token: { message: INVALID_INVITATION } } }
    expect(responses).toEqual(Array.from({ length: 14 }, () => [422, invalid]))
    expect((await site.people(await site.logIn(ANN))).administrators).toHaveLength(2)
  })

  test('names the invited e-mail and who invited to whoever has the link, and stays valid', async () => {
    const site = await opened()
    const { token } = await site.first()
    const secret = site.tokenIn(await site.invite(token, ANN.email))
    for (let n = 0; n < 2; n++) {
      const response = await site.lookUp(secret)
      expect([response.status, await response.json()]).toEqual([200, { email: ANN.email, invitedBy: 'Administrator' }])
      expect(response.headers.get('cache-control')).toBe('private, no-store')
    }
    expect((await site.accept(secret, ANN)).status).toBe(200)
    const long = await (await site.lookUp('x'.repeat(101))).json()
    expect(long.errors).toEqual({ token: { message: INVALID_INVITATION } })
  })

  test('is accepted once by concurrent requests', async () => {
    const site = await opened()
    const { token } = await site.first()
    const secret = site.tokenIn(await site.invite(token, ANN.email))
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await site.accept(secret, ANN)).status))
    expect(statuses.sort()).toEqual([200, 422, 422, 422, 422])
    expect((await site.people(token)).administrators).toHaveLength(2)
  })

  test('is not used up by a name or password that is rejected', async () => {
    const site = await opened()
    const { token } = await site.first()
    const secret = site.tokenIn(await site.invite(token, ANN.email))
    const errorsFor = async (typed: Partial<typeof ANN>) =>
      (await (await site.accept(secret, { ...ANN, ...typed })).json()).errors
    expect(await errorsFor({ password: 'short' })).toEqual({
      password: { message: 'Password must have 12 to 128 characters.' },
    })
    expect(await errorsFor({ password: 'QWERTY123456' })).toEqual({
      password: { message: expect.stringContaining('most common passwords') },
    })
    for (const name of ['', '  ', 'Ann <ann@x.example>', 'Ann\nBaker', 'x'.repeat(81)])
      expect(Object.keys(await errorsFor({ name }))).toEqual(['name'])
    expect((await site.accept(secret, ANN)).status).toBe(200)
  })

  test('for the e-mail of an administrator is rejected', async () => {
    const site = await opened()
    const { token } = await site.first()
    const response = await site.send('POST', adminPaths.invitations, {
      token,
      json: { email: 'Admin@Testery.example' },
    })
    expect(response.status).toBe(422)
    expect((await response.json()).errors.email.message).toBe('This person is an administrator already.')
  })

  test('requires a session and a confirmation within the last ten minutes', async () => {
    const site = await opened()
    const { token } = await site.first()
    expect((await site.post(adminPaths.invitations, { email: ANN.email })).status).toBe(401)
    site.pass(10 * 60_000)
    const send = () => site.send('POST', adminPaths.invitations, { token, json: { email: ANN.email } })
    expect(await errorOf(await send())).toEqual([403, CONFIRMATION_NEEDED])
    expect((await site.people(token)).invitations).toEqual([])
    await site.send('POST', adminPaths.confirmation, { token, json: { password: ADMIN.password } })
    expect((await send()).status).toBe(201)
  })
})

test('limits how often strangers may look invitations up, apart from how often they may accept them', async () => {
  const site = await opened({ env: { RATE_LIMITS: undefined } })
  const { token } = await site.first()
  const secret = site.tokenIn(await site.invite(token, ANN.email))
  const statuses = []
  for (let n = 0; n < 31; n++) statuses.push((await site.lookUp(secret)).status)
  expect([statuses.slice(0, 30), statuses[30]]).toEqual([Array.from({ length: 30 }, () => 200), 429])
  expect((await site.accept(secret, ANN)).status).toBe(200)
})

test('limits how often strangers may try invitations, and rejects those of other websites', async () => {
  const site = await opened({ env: { RATE_LIMITS: undefined } })
  const statuses = []
  for (let n = 0; n < 31; n++) statuses.push((await site.accept('x', ANN)).status)
  expect([statuses.slice(0, 30), statuses[30]]).toEqual([Array.from({ length: 30 }, () => 422), 429])
  for (const path of [adminPaths.lookUpInvitation, adminPaths.acceptInvitation]) {
    const json = { token: 'x', name: ANN.name, password: ANN.password }
    const foreign = await site.send('POST', path, { json, headers: { 'sec-fetch-site': 'cross-site' } })
    expect(foreign.status).toBe(403)
  }
})
