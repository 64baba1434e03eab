import { afterEach, describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { auditOf } from '#tests/audit/audit-of.ts'
import { solved } from '#tests/captcha/solved.ts'
import { ADMIN } from '#tests/helpers/test-app.ts'
import { behindProxy, type Credentials, MINUTE_MS } from './behind-proxy.ts'
import { runAdmin } from './shell.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

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

  test('does not lift the limit of five failures', async () => {
    const { login, deviceToken } = await opened()
    const device = await deviceToken(OWNER)
    const guess = () => login({ email: ADMIN.email, password: 'wrong', deviceToken: device }, OWNER)
    for (let n = 0; n < 5; n++) expect((await guess()).status).toBe(422)
    expect((await guess()).status).toBe(429)
  })

  test('requires a proof of work after fifty failures with the token itself', async () => {
    const { login, deviceToken } = await opened()
    const device = await deviceToken(OWNER)
    const guess = (n: number) =>
      login({ email: ADMIN.email, password: 'wrong', deviceToken: device }, `198.51.100.${Math.floor(n / 5)}`)
    for (let n = 0; n < 50; n++) expect((await guess(n)).status).toBe(422)
    expect(await (await guess(50)).json()).toEqual(demand)
    expect((await login(ADMIN, OWNER)).status).toBe(200)
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
