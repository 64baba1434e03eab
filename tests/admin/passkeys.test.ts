import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { auditOf } from '#tests/audit/audit-of.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { createSoftwareAuthenticator } from '#tests/helpers/software-authenticator.ts'
import type { TestAppOptions } from '#tests/helpers/test-app.ts'
import { bodyOf, createPasskeySite, HOME, type PasskeySite } from './passkey-site.ts'
import { MINUTE_MS } from './shell.ts'

const REJECTED = [422, { message: 'This passkey was not accepted. Please try again, or log in another way.' }]
const INVALID = [422, { message: 'Invalid credentials' }]

const ends = endsOfEachTest()
async function passkeySite(options: TestAppOptions = {}) {
  const site = await createPasskeySite(options)
  ends.push(site.close)
  return site
}
const lastEvent = async (site: PasskeySite) => (await auditOf(site)).at(-1)
const canWork = async (site: PasskeySite, token: string) =>
  (await site.send('GET', adminPaths.leads, { token })).status === 200

describe('adding a passkey', () => {
  test('stores it under its name, and writes no key to the response or the audit log', async () => {
    const site = await passkeySite()
    expect(site.added?.status).toBe(201)
    const added = site.now().toISOString()
    expect(await site.list()).toEqual({
      available: true,
      method: 'password',
      passkeys: [{ id: site.first.id, name: 'Laptop', added, lastUsed: null }],
    })
    expect(await lastEvent(site)).toMatchObject({ event: 'passkey.added', actor: 'a…@testery.example' })
  })

  test('is refused ten minutes after the login, until the administrator confirms', async () => {
    const site = await passkeySite()
    site.pass(11 * MINUTE_MS)
    const late = await site.call(adminPaths.newPasskeyOptions)
    expect([late.status, (await late.json()).confirmation]).toEqual([403, 'password-or-passkey'])
    expect((await site.confirm(site.first)).status).toBe(200)
    expect((await site.call(adminPaths.newPasskeyOptions)).status).toBe(200)
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user verification', { flags: 0x01 }],
    ['a challenge that was never issued', { challenge: 'A'.repeat(43) }],
    ['a login instead of a registration', { type: 'webauthn.get' }],
  ])('is rejected with %s', async (_, forged) => {
    const site = await passkeySite()
    expect(await bodyOf(await site.add(await createSoftwareAuthenticator(HOME), 'Other', forged))).toEqual(REJECTED)
    expect((await site.list()).passkeys).toHaveLength(1)
  })

  test('is rejected when the same response is sent again', async () => {
    const site = await passkeySite()
    const other = await createSoftwareAuthenticator(HOME)
    const passkey = await other.create(await site.optionsOf(adminPaths.newPasskeyOptions))
    expect((await site.call(adminPaths.passkeys, { name: 'Phone', passkey })).status).toBe(201)
    expect(await bodyOf(await site.call(adminPaths.passkeys, { name: 'Phone', passkey }))).toEqual(REJECTED)
  })

  test('names the wrong field, and repeats no input', async () => {
    const site = await passkeySite()
    const [status, body] = await bodyOf(await site.call(adminPaths.passkeys, { name: ' ', passkey: { id: '<x>' } }))
    expect([status, Object.keys(body.errors)]).toEqual([422, ['name', 'passkey']])
    expect(JSON.stringify(body)).not.toContain('<x>')
  })
})

describe('a login with a passkey', () => {
  test('starts a session without e-mail and password, and is recorded', async () => {
    const site = await passkeySite()
    site.pass(MINUTE_MS)
    const [status, { token }] = await bodyOf(await site.logInWith(site.first))
    expect([status, await canWork(site, token)]).toEqual([200, true])
    expect((await site.list()).passkeys[0]?.lastUsed).toBe(site.now().toISOString())
    const event = { event: 'login.succeeded', actor: 'a…@testery.example', detail: 'passkey' }
    expect(await lastEvent(site)).toMatchObject(event)
  })

  test('is rejected when the same assertion is sent again, concurrently or later', async () => {
    const site = await passkeySite()
    const passkey = await site.first.get(await site.loginOptions())
    const answers = await Promise.all(Array.from({ length: 4 }, () => site.post(adminPaths.passkeyLogin, { passkey })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    expect(await bodyOf(await site.post(adminPaths.passkeyLogin, { passkey }))).toEqual(REJECTED)
    expect(await lastEvent(site)).toMatchObject({ event: 'login.failed', detail: 'passkey' })
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port of the same host', { origin: 'http://localhost:8080' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user verification', { flags: 0x01 }],
    ['no user presence', { flags: 0x00 }],
    ['a challenge that was never issued', { challenge: 'A'.repeat(43) }],
    ['a registration instead of a login', { type: 'webauthn.create' }],
  ])('is rejected with %s', async (_, forged) => {
    const site = await passkeySite()
    expect(await bodyOf(await site.logInWith(site.first, forged))).toEqual(REJECTED)
  })

  test('is rejected after five minutes, and by a passkey whose counter goes back', async () => {
    const site = await passkeySite()
    const options = await site.loginOptions()
    site.pass(5 * MINUTE_MS)
    const late = await site.first.get(options)
    expect(await bodyOf(await site.post(adminPaths.passkeyLogin, { passkey: late }))).toEqual(REJECTED)
    expect((await site.logInWith(site.first, { counter: 7 })).status).toBe(200)
    for (const counter of [7, 6, 0])
      expect(await bodyOf(await site.logInWith(site.first, { counter }))).toEqual(REJECTED)
    expect((await site.logInWith(site.first, { counter: 8 })).status).toBe(200)
  })

  test('is rejected with the signature of another key, for another account, and with an unknown passkey', async () => {
    const site = await passkeySite()
    const other = await createSoftwareAuthenticator(HOME)
    const options = await site.loginOptions()
    const foreign = await other.get(options)
    const { id } = site.first
    for (const passkey of [
      { ...foreign, id, rawId: id },
      { ...(await site.first.get(options)), response: { ...foreign.response, userHandle: 'YW5u' } },
      foreign,
    ])
      expect(await bodyOf(await site.post(adminPaths.passkeyLogin, { passkey }))).toEqual(REJECTED)
  })

  test('uses up its challenge with an unknown passkey, too', async () => {
    const site = await passkeySite()
    const options = await site.loginOptions()
    const unknown = await createSoftwareAuthenticator(HOME)
    for (const authenticator of [unknown, site.first]) {
      const passkey = await authenticator.get(options)
      expect(await bodyOf(await site.post(adminPaths.passkeyLogin, { passkey }))).toEqual(REJECTED)
    }
  })

  test('is accepted however many strangers in the same network begin one, before and after it began', async () => {
    const site = await passkeySite({ env: { RATE_LIMITS: 'on' } })
    const begin = async () => {
      for (let n = 0; n < 150; n++) expect((await site.post(adminPaths.passkeyLoginOptions, {})).status).toBe(200)
    }
    await begin()
    const options = await site.loginOptions()
    await begin()
    const passkey = await site.first.get(options)
    expect((await site.post(adminPaths.passkeyLogin, { passkey })).status).toBe(200)
  })

  test('accepts no challenge of a confirmation, and confirms nothing with one of a login', async () => {
    const site = await passkeySite()
    const confirming = await site.first.get(await site.optionsOf(adminPaths.passkeyConfirmationOptions))
    expect(await bodyOf(await site.post(adminPaths.passkeyLogin, { passkey: confirming }))).toEqual(REJECTED)
    const passkey = await site.first.get(await site.loginOptions())
    expect((await site.call(adminPaths.passkeyConfirmation, { passkey })).status).toBe(422)
    expect(await lastEvent(site)).toMatchObject({ event: 'confirmation.failed', detail: 'passkey' })
  })

  test('is accepted however many others were rejected from the same network, which get 429 after five', async () => {
    const site = await passkeySite({ env: { RATE_LIMITS: 'on' } })
    const junk = async () => (await site.logInWith(site.first, { flags: 0 })).status
    const before = (await auditOf(site)).length
    for (let n = 0; n < 5; n++) expect(await junk()).toBe(422)
    for (let n = 0; n < 3; n++) expect(await junk()).toBe(429)
    const recorded = (await auditOf(site)).slice(before).map(({ event }) => event)
    expect(recorded).toEqual([...Array.from({ length: 5 }, () => 'login.failed'), 'login.locked'])
    expect((await site.logInWith(site.first)).status).toBe(200)
    expect(await junk()).toBe(429)
    expect((await site.logIn()).status).toBe(200)
    site.pass(15 * MINUTE_MS)
    expect(await junk()).toBe(422)
  })
})

describe('where passkeys are offered', () => {
  test('their relying party is the host of PUBLIC_URL, whatever the Host header says', async () => {
    const site = await passkeySite({ env: { PUBLIC_URL: 'https://www.testery.example' } })
    const options = await site.loginOptions()
    expect([options.rpId, options.userVerification, options.allowCredentials]).toEqual([
      'www.testery.example',
      'required',
      undefined,
    ])
    expect(await bodyOf(await site.add(site.first, 'Laptop'))).toEqual(REJECTED)
    const authenticator = await createSoftwareAuthenticator('https://www.testery.example')
    expect((await site.add(authenticator, 'Phone')).status).toBe(201)
    expect((await site.logInWith(authenticator)).status).toBe(200)
    expect(await bodyOf(await site.logInWith(authenticator, { origin: HOME }))).toEqual(REJECTED)
  })

  test.each(['http://www.testery.example', 'https://192.0.2.1'])('there are none at %s', async (PUBLIC_URL) => {
    const site = await passkeySite({ env: { PUBLIC_URL } })
    expect(await (await site.get(adminPaths.passkeyLogin)).json()).toEqual({ available: false })
    expect(await site.list()).toEqual({ available: false, method: 'password', passkeys: [] })
    const [status, { message }] = await bodyOf(await site.post(adminPaths.passkeyLoginOptions, {}))
    expect([status, message]).toEqual([404, expect.stringContaining('Passkeys require https')])
    expect((await site.call(adminPaths.newPasskeyOptions)).status).toBe(404)
  })

  test('there are none without PUBLIC_URL on another host than localhost', async () => {
    const site = await passkeySite()
    const answer = await fetch(site.listen() + adminPaths.passkeyLogin)
    expect(await answer.json()).toEqual({ available: false })
  })
})

describe('passkeys of an administrator', () => {
  test('can be renamed and removed', async () => {
    const site = await passkeySite()
    expect((await site.call(adminPaths.passkey(site.first.id), { name: 'Old laptop' })).status).toBe(200)
    expect((await site.list()).passkeys[0]?.name).toBe('Old laptop')
    const remove = () => site.send('DELETE', adminPaths.passkey(site.first.id), { token: site.token })
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])
    expect(await bodyOf(await site.logInWith(site.first))).toEqual(REJECTED)
    expect((await site.call(adminPaths.passkey(site.first.id), { name: 'Gone' })).status).toBe(404)
  })

  test('end all other sessions when one is removed, and none when one is added', async () => {
    const site = await passkeySite()
    const { token: other } = await (await site.logIn()).json()
    await site.add(await createSoftwareAuthenticator(HOME), 'Phone')
    expect(await canWork(site, other)).toBe(true)
    const removed = await site.send('DELETE', adminPaths.passkey(site.first.id), { token: site.token })
    expect([removed.status, await canWork(site, site.token), await canWork(site, other)]).toEqual([200, true, false])
  })

  test('the last one cannot be removed while the login requires it', async () => {
    const site = await passkeySite()
    const remove = () => site.send('DELETE', adminPaths.passkey(site.first.id), { token: site.token })
    for (const method of ['passkey', 'two-steps']) {
      expect((await site.choose(method)).status).toBe(200)
      const [status, { message }] = await bodyOf(await remove())
      expect([status, message]).toEqual([409, expect.stringContaining('This is your last passkey')])
    }
    await site.add(await createSoftwareAuthenticator(HOME), 'Phone')
    expect((await remove()).status).toBe(200)
  })
})

describe('an administrator who logs in with passkeys only', () => {
  test('must have used a passkey before', async () => {
    const site = await passkeySite()
    expect((await site.setMethod('passkey')).status).toBe(409)
    expect((await site.choose('passkey')).status).toBe(200)
    expect(await lastEvent(site)).toMatchObject({ event: 'login-method.changed', detail: 'passkey' })
    expect((await site.list()).method).toBe('passkey')
  })

  test('must have a passkey that the device stores with the account: a new one, or one that logged in alone', async () => {
    const site = await passkeySite()
    const options = await site.optionsOf(adminPaths.newPasskeyOptions)
    expect(options.authenticatorSelection.residentKey).toBe('required')
    const file = Bun.file(join(site.dir, 'storage/private/admin.json'))
    await file.write((await file.text()).replace(/,\s*"discoverable": true/, ''))
    const [status, { message }] = await bodyOf(await site.choose('passkey'))
    expect([status, message]).toEqual([409, expect.stringContaining('has not logged in without your e-mail yet')])
    expect((await site.logInWith(site.first)).status).toBe(200)
    expect((await site.choose('passkey')).status).toBe(200)
  })

  test('must have used a passkey within ten minutes to choose another method', async () => {
    const site = await passkeySite()
    await site.confirm(site.first)
    site.pass(6 * MINUTE_MS)
    expect((await site.call(adminPaths.confirmation, { password: site.password() })).status).toBe(200)
    expect((await site.setMethod('passkey')).status).toBe(200)
    site.pass(6 * MINUTE_MS)
    for (const method of ['password', 'two-steps']) {
      const [status, { confirmation }] = await bodyOf(await site.setMethod(method))
      expect([status, confirmation]).toEqual([403, 'passkey'])
    }
    expect((await site.choose('password')).status).toBe(200)
  })

  test('is refused with the text of a wrong password when the password is right', async () => {
    const site = await passkeySite()
    await site.choose('passkey')
    expect(await bodyOf(await site.logIn())).toEqual(INVALID)
    expect(await lastEvent(site)).toMatchObject({ event: 'login.failed', detail: 'passkey-only' })
    expect(await bodyOf(await site.logIn({ password: 'wrong' }))).toEqual(INVALID)
    expect((await site.logInWith(site.first)).status).toBe(200)
  })

  test('cannot confirm with the password, and sessions that were started with it are ended', async () => {
    const site = await passkeySite()
    const { token: older } = await (await site.logIn()).json()
    await site.choose('passkey')
    expect(await canWork(site, older)).toBe(false)
    site.pass(11 * MINUTE_MS)
    const rejected = await site.setMethod('password')
    expect([rejected.status, (await rejected.json()).confirmation]).toEqual([403, 'passkey'])
    expect((await site.call(adminPaths.confirmation, { password: site.password() })).status).toBe(422)
    expect((await site.setMethod('password')).status).toBe(403)
    await site.confirm(site.first)
    expect((await site.setMethod('password')).status).toBe(200)
    expect((await site.logIn()).status).toBe(200)
  })

  test('logs in with the new password after `bun run admin reset`, and no longer with a passkey', async () => {
    const site = await passkeySite()
    await site.choose('passkey')
    expect((await site.admin('list')).output).toContain('Passkeys: 1; login: passkey only\n')
    const { output } = await site.admin('reset', 'admin@testery.example')
    expect(output).toContain('Removed: 1 passkey.\nThe password alone logs in now.')
    expect(await lastEvent(site)).toMatchObject({ event: 'login-method.changed', actor: 'shell', detail: 'password' })
    site.use(/^Password: (\S+)/m.exec(output)?.[1] ?? '')
    expect(await bodyOf(await site.logInWith(site.first))).toEqual(REJECTED)
    expect((await site.logIn()).status).toBe(200)
  })
})

describe('an administrator who logs in with the password and a second step', () => {
  const PASSKEY_NEEDED = 'Please use your passkey to finish the login.'

  test('is asked for a passkey after the correct password, and for nothing after a wrong one', async () => {
    const site = await passkeySite()
    await site.choose('two-steps')
    expect(await bodyOf(await site.logIn({ password: 'wrong' }))).toEqual(INVALID)
    const [status, { message, passkey: options }] = await bodyOf(await site.logIn())
    expect([status, message, options.allowCredentials[0].id]).toEqual([422, PASSKEY_NEEDED, site.first.id])
    const passkey = await site.first.get(options)
    expect(await bodyOf(await site.logIn({ passkey, password: 'wrong' }))).toEqual(INVALID)
    expect((await site.logIn({ passkey })).status).toBe(200)
    expect((await site.logIn({ passkey })).status).toBe(422)
  })

  test('cannot log in with a passkey alone, or with the challenge of such a login', async () => {
    const site = await passkeySite()
    await site.choose('two-steps')
    expect((await bodyOf(await site.logInWith(site.first)))[1].message).toContain('password first')
    const passkey = await site.first.get(await site.loginOptions())
    expect((await site.logIn({ passkey })).status).toBe(422)
  })

  test('can use a code or a passkey if both are set up', async () => {
    const site = await passkeySite()
    const factor = await site.addSecondFactor()
    site.pass(MINUTE_MS)
    const [, body] = await bodyOf(await site.logIn())
    expect(Object.keys(body.errors)).toEqual(['code'])
    expect((await site.logIn({ passkey: await site.first.get(body.passkey) })).status).toBe(200)
    expect((await site.logIn({ code: factor.code() })).status).toBe(200)
  })

  test('logs in with the new password alone after `bun run admin reset`, also with all devices lost', async () => {
    const site = await passkeySite()
    await site.choose('two-steps')
    const reset = async () => {
      const { output } = await site.admin('reset')
      site.use(/^Password: (\S+)/m.exec(output)?.[1] ?? '')
      const { status } = await site.logIn()
      return { output, status }
    }
    expect(await reset()).toEqual({ output: expect.stringContaining('Removed: 1 passkey.\n'), status: 200 })
    await site.addSecondFactor()
    expect((await site.logIn()).status).toBe(422)
    const codes = 'Removed: the authenticator app with its recovery codes.\n'
    expect(await reset()).toEqual({ output: expect.stringContaining(codes), status: 200 })
    expect(await reset()).toEqual({
      output: expect.stringMatching(/All their sessions are ended\.\n\nNobody got a mail/),
      status: 200,
    })
    const events = (await auditOf(site)).filter(({ actor }) => actor === 'shell').map(({ event }) => event)
    const lost = ['password.reset', 'passkey.removed', 'login-method.changed']
    expect(events).toEqual([...lost, 'second-factor.on', 'password.reset', 'second-factor.off', 'password.reset'])
    expect((await site.admin('list')).output).toContain('Second factor: off\n  Sessions: 1\n')
  })

  test('needs the passkey still after the codes are turned off in the shell', async () => {
    const site = await passkeySite()
    await site.choose('two-steps')
    await site.addSecondFactor()
    expect((await site.admin('remove-2fa')).output).toContain('A login still requires a passkey.')
    expect((await bodyOf(await site.logIn()))[1].message).toBe(PASSKEY_NEEDED)
  })
})
