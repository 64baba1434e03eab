import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { auditOf } from '#tests/audit/audit-of.ts'
import { solved } from '#tests/captcha/solved.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { ADMIN } from '#tests/helpers/test-app.ts'
import { behindProxy, type Credentials, MINUTE_MS } from './behind-proxy.ts'
import { ANN, BOB } from './people.ts'
import { runAdmin } from './shell.ts'

const ends = endsOfEachTest()

async function opened(env: Record<string, string> = {}) {
  const site = await behindProxy(env)
  ends.push(site.close)
  /** Requests a challenge by logging in from this address, and solves it. */
  const aProof = async (from: string, email = ADMIN.email) => {
    const { challenge } = await (await site.login({ email, password: 'wrong' }, from)).json()
    return solved(challenge)
  }
  const deviceToken = async (from: string, credentials: Credentials = ADMIN): Promise<string> =>
    (await (await site.login(credentials, from)).json()).deviceToken
  return { ...site, aProof, deviceToken }
}
const OWNER = '203.0.113.2'
const MESSAGE =
  'Too many failed logins with this email. Please log in at /admin/login: there your browser does a short computation first.'
const demand = {
  message: MESSAGE,
  errors: { proofOfWork: { message: MESSAGE } },
  challenge: expect.objectContaining({ signature: expect.any(String) }),
  solver: expect.stringMatching(/^\/code\/captcha-worker-\w+\.js$/),
}

describe('POST /api/admin/login after fifty failures for one e-mail', () => {
  test('asks for a proof of work and locks out no user', async () => {
    const { login, attack, get } = await opened()
    await attack()
    const rejected = await login(ADMIN, OWNER)
    expect(rejected.status).toBe(422)
    const body = await rejected.json()
    expect(body).toEqual(demand)
    expect((await get(body.solver)).status).toBe(200)
    const proofOfWork = await solved(body.challenge)
    expect((await login({ ...ADMIN, proofOfWork }, OWNER)).status).toBe(200)
  })

  test('treats an unknown e-mail the same way', async () => {
    const { login, attack, aProof } = await opened()
    const email = 'nobody@testery.example'
    await attack(email)
    const rejected = await login({ email, password: 'wrong' }, OWNER)
    expect([rejected.status, await rejected.json()]).toEqual([422, demand])
    const proofOfWork = await aProof(OWNER, email)
    const answer = await login({ email, password: 'wrong', proofOfWork }, OWNER)
    expect([answer.status, await answer.json()]).toEqual([422, { message: 'Invalid credentials' }])
    expect((await login(ADMIN, OWNER)).status).toBe(200)
  })

  test('accepts each proof for one guess, and still limits an address to five guesses', async () => {
    const { login, attack, aProof } = await opened()
    await attack()
    const proofs = await Promise.all(Array.from({ length: 6 }, () => aProof(OWNER)))
    const [first = ''] = proofs
    const guess = async (proofOfWork: string) => {
      const answer = await login({ email: ADMIN.email, password: 'wrong', proofOfWork }, OWNER)
      return [answer.status, (await answer.json()).message]
    }
    expect(await guess(first)).toEqual([422, 'Invalid credentials'])
    expect(await guess(first)).toEqual([422, MESSAGE])
    expect(await guess('nonsense')).toEqual([422, MESSAGE])
    for (const proof of proofs.slice(1, 5)) expect(await guess(proof)).toEqual([422, 'Invalid credentials'])
    expect((await login({ ...ADMIN, proofOfWork: proofs[5] ?? '' }, OWNER)).status).toBe(429)
  })

  test('does not accept a captcha of the public forms as proof, and asks for none of theirs', async () => {
    const { login, attack, get } = await opened({ CAPTCHA: 'on' })
    await attack()
    const proofOfWork = await solved(await (await get('/api/captcha')).json())
    expect(await (await login({ ...ADMIN, proofOfWork }, OWNER)).json()).toEqual(demand)
  })

  test('asks for no proof fifteen minutes later', async () => {
    const { login, attack, pass } = await opened()
    await attack()
    pass(15 * MINUTE_MS)
    expect((await login(ADMIN, OWNER)).status).toBe(200)
  })

  test('writes one line to the audit log', async () => {
    const site = await opened()
    await site.attack()
    for (let n = 0; n < 3; n++) await site.login(ADMIN, OWNER)
    const events = (await auditOf(site)).map(({ event }) => event)
    expect(events.filter((event) => event !== 'login.failed')).toEqual(['administrator.made', 'login.proof-requested'])
  })
})

describe('the device token of a browser that has logged in before', () => {
  test('makes a proof of work unnecessary, and is renewed by each login', async () => {
    const { login, attack, deviceToken } = await opened()
    const device = await deviceToken(OWNER)
    await attack()
    const renewed = await deviceToken(OWNER, { ...ADMIN, deviceToken: device })
    expect(renewed).not.toBe(device)
    expect((await login({ ...ADMIN, deviceToken: renewed }, OWNER)).status).toBe(200)
  })

  test('is counted by itself: five failures of strangers in the same network do not lock it out', async () => {
    const { login, fail, deviceToken } = await opened()
    const device = await deviceToken(OWNER)
    await fail(5, ADMIN.email, OWNER)
    expect((await login(ADMIN, OWNER)).status).toBe(429)
    expect((await login({ ...ADMIN, deviceToken: device }, OWNER)).status).toBe(200)
  })

  test('is counted by itself: a hundred failures in the same network do not lock it out', async () => {
    const { login, fail, deviceToken } = await opened()
    const device = await deviceToken(OWNER)
    for (let n = 0; n < 100; n++) await fail(1, `made-up-${n}@testery.example`, OWNER)
    expect((await login(ADMIN, OWNER)).status).toBe(429)
    expect((await login({ ...ADMIN, deviceToken: device }, OWNER)).status).toBe(200)
  })

  test('is limited to five failures of its own, from all networks, which lock out no other browser', async () => {
    const { login, deviceToken, pass } = await opened()
    const [device, other] = [await deviceToken(OWNER), await deviceToken(OWNER)]
    const guess = (n: number) =>
      login({ email: ADMIN.email, password: 'wrong', deviceToken: device }, `198.51.100.${n}`)
    for (let n = 0; n < 5; n++) expect((await guess(n)).status).toBe(422)
    expect((await guess(5)).status).toBe(429)
    expect((await login({ ...ADMIN, deviceToken: device }, OWNER)).status).toBe(429)
    expect((await login({ ...ADMIN, deviceToken: other }, OWNER)).status).toBe(200)
    expect((await login(ADMIN, OWNER)).status).toBe(200)
    pass(15 * MINUTE_MS)
    expect((await login({ ...ADMIN, deviceToken: device }, OWNER)).status).toBe(200)
  })

  test('counts for nothing when forged, or issued to another administrator, even one who had the e-mail before', async () => {
    const { login, fail, deviceToken, send } = await opened()
    const device = await deviceToken(OWNER)
    const [header = '', claims = '', signature = ''] = device.split('.')
    const parsed = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const { token } = await (await login(ADMIN, OWNER)).json()
    const invite = async ({ email, name, password }: typeof ANN) => {
      const { path } = await (await send('POST', adminPaths.invitations, { token, json: { email } })).json()
      const json = { token: path.slice(path.indexOf('#') + 1), name, password }
      expect((await send('POST', adminPaths.acceptInvitation, { json })).status).toBe(200)
    }
    await invite(ANN)
    const anns = await deviceToken(OWNER, ANN)
    const { sub: annsId, links } = JSON.parse(Buffer.from(anns.split('.')[1] ?? '', 'base64url').toString())
    await fail(5, ADMIN.email, OWNER)
    for (const forged of [
      `${header}.${encode({ ...parsed, jti: 'another' })}.${signature}`,
      `${encode({ alg: 'none' })}.${claims}.`,
      `${header}.${encode({ ...parsed, sub: annsId, links })}.${signature}`,
      token,
      anns,
    ])
      expect((await login({ ...ADMIN, deviceToken: forged }, OWNER)).status).toBe(429)
    const renamed = { email: 'renamed@testery.example' }
    expect((await send('POST', adminPaths.account, { token, json: renamed })).status).toBe(200)
    await invite({ ...BOB, email: ADMIN.email })
    expect((await login({ ...BOB, email: ADMIN.email, deviceToken: device }, OWNER)).status).toBe(429)
    await fail(5, renamed.email, OWNER)
    // Another e-mail ends all other sessions, and with them the known browsers.
    expect((await login({ ...ADMIN, ...renamed, deviceToken: device }, OWNER)).status).toBe(429)
  })

  test('expires after a year, after "Log out everywhere", and for another e-mail', async () => {
    const { login, attack, deviceToken, pass, dir, now } = await opened()
    const device = await deviceToken(OWNER)
    const isKnown = async (email = ADMIN.email) =>
      !('challenge' in (await (await login({ email, password: 'wrong', deviceToken: device }, OWNER)).json()))
    await attack()
    await attack('nobody@testery.example')
    expect([await isKnown(), await isKnown('nobody@testery.example')]).toEqual([true, false])
    pass(366 * 24 * 60 * MINUTE_MS)
    await attack()
    expect(await isKnown()).toBe(false)
    pass(-366 * 24 * 60 * MINUTE_MS)
    await attack()
    expect(await isKnown()).toBe(true)
    await runAdmin({ storageDir: `${dir}/storage`, now }, ['revoke'])
    expect(await isKnown()).toBe(false)
  })

  test('authorizes nothing and contains no e-mail', async () => {
    const { deviceToken, send } = await opened()
    const token = await deviceToken(OWNER)
    expect((await send('GET', adminPaths.leads, { token })).status).toBe(401)
    const [, claims = ''] = token.split('.')
    expect(Buffer.from(claims, 'base64url').toString()).not.toContain('@')
  })

  test('is ignored when malformed, and the login succeeds', async () => {
    const { login, send } = await opened()
    for (const deviceToken of ['x', 'a.b.c', 'x'.repeat(5000)])
      expect((await login({ ...ADMIN, deviceToken })).status).toBe(200)
    for (const nonsense of [5, null, { a: 1 }]) {
      const json = { ...ADMIN, deviceToken: nonsense, proofOfWork: nonsense }
      expect((await send('POST', adminPaths.login, { json })).status).toBe(200)
    }
  })
})
