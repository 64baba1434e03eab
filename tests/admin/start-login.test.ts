import { describe, expect, test } from 'bun:test'
import { createStartLogin, InvalidCredentialsError } from '#server/admin/login/start-login.ts'
import { type Administrator, editOne } from '#server/admin/people/admin-file.ts'
import { newSecret } from '#server/admin/people/second-factor.ts'
import { createLog } from '#server/lib/log.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { testApp } from '#tests/helpers/test-app.ts'

const ends = endsOfEachTest()

const since = '2026-03-01T10:00:00.000Z'
const secondFactor = () => ({ since, secret: newSecret(), lastStep: 0, recovery: ['0'.repeat(64)] })
const passkey = (id: string) => ({
  id,
  publicKey: `key of ${id}`,
  counter: 0,
  transports: [],
  name: id,
  added: since,
  lastUsed: null,
})

/** A login of this administrator at the moment between the check of what was typed and the start of the session. */
async function checked(factors: Partial<Administrator> = {}) {
  const { services, close } = await testApp()
  ends.push(close)
  const { administrators, sessions, tokens } = services.admin
  const [{ id } = { id: '' }] = await administrators.list()
  const change = (edit: (before: Administrator) => Administrator) =>
    administrators.change((before) => editOne(before, id, edit))
  await change((before) => ({ ...before, ...factors }))
  const [administrator] = await administrators.list()
  if (!administrator) throw new Error('There is no administrator.')
  const startLogin = createStartLogin({
    administrators,
    sessions,
    tokens,
    log: createLog('error', () => {}),
    notices: { ofNewBrowser: () => {} },
    onLogin: () => {},
  })
  const client = { address: '203.0.113.7', browser: 'Firefox on Linux' }
  return {
    change,
    administrators,
    start: () => startLogin({ client, address: client.address, audit: async () => {} }, administrator),
    open: async () => (await sessions.listOf(id)).length,
  }
}

const two = { secondFactor: secondFactor(), passkeys: [passkey('laptop'), passkey('phone')] }
const changes: [what: string, before: Partial<Administrator>, after: Partial<Administrator>][] = [
  ['the password was changed', {}, { passwordHash: '$argon2id$another' }],
  ['a second factor was added', {}, { secondFactor: secondFactor() }],
  ['the second factor was set up again', two, { secondFactor: secondFactor() }],
  ['a passkey was removed', two, { passkeys: [passkey('phone')] }],
  ['a passkey was replaced', two, { passkeys: [{ ...passkey('laptop'), publicKey: 'another' }, passkey('phone')] }],
  ['only passkeys log in from now on', two, { loginMethod: 'passkey' }],
]

describe('a login gets no session when, since it was checked,', () => {
  test.each(changes)('%s', async (_, before, after) => {
    const login = await checked(before)
    await login.change((stored) => ({ ...stored, ...after }))
    await expect(login.start()).rejects.toThrow(InvalidCredentialsError)
    expect(await login.open()).toBe(0)
  })

  test('its administrator was removed', async () => {
    const login = await checked()
    await login.administrators.change(({ administrators: [first], ...before }) => ({
      ...before,
      administrators: first ? [{ ...first, id: 'somebody else' }] : [],
    }))
    await expect(login.start()).rejects.toThrow(InvalidCredentialsError)
    expect(await login.open()).toBe(0)
  })
})

test('a login gets its session when a code or a passkey was used, or a name was changed, since it was checked', async () => {
  const login = await checked(two)
  await login.change((before) => ({
    ...before,
    name: 'Ann',
    secondFactor: { ...two.secondFactor, lastStep: 1, recovery: [] },
    passkeys: two.passkeys.map((one) => ({ ...one, counter: 1, lastUsed: since, name: 'renamed' })),
  }))
  expect((await login.start()).token).not.toBe('')
  expect(await login.open()).toBe(1)
})
