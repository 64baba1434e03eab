import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiPaths } from '#contract/paths.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { another, aRegistration } from './a-registration.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => app.close())

let count = 0
/** The server's result for a registration with these changes: `fine`, or its errors. */
async function verdict(changes: Record<string, unknown>) {
  const answer = await app.post(apiPaths.register, another(`rule-${count++}`, changes))
  if (answer.status === 200) return 'fine'
  expect(answer.status).toBe(422)
  const { errors }: { errors: Record<string, { message: string }> } = await answer.json()
  return Object.fromEntries(Object.entries(errors).map(([field, { message }]) => [field, message]))
}

const labels: [field: string, label: string][] = [
  ['firstName', 'First Name'],
  ['lastName', 'Last Name'],
  ['jobTitle', 'Job Title'],
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['company', 'Company'],
  ['streetNumber', 'Street Number'],
  ['streetName', 'Street Name'],
  ['city', 'City'],
  ['state', 'State'],
  ['postalCode', 'Postal Code'],
  ['username', 'Username'],
  ['password', 'Password'],
  ['password_confirmation', 'Password Confirmation'],
]
const wrongTypes: unknown[] = [undefined, null, '', '   ', 5, true, [], ['x'], {}, { toString: 'x' }]

describe('the sign-up schema', () => {
  test('requires all fields and reports them in form order', async () => {
    const answer = await app.post(apiPaths.register, { token: 't' })
    const { errors }: { errors: Record<string, { message: string }> } = await answer.json()
    expect(Object.entries(errors).map(([field, { message }]) => [field, message])).toEqual(
      labels.map(([field, label]) => [field, `${label} is required.`]),
    )
  })

  test.each(labels)('requires %s as text', async (field, label) => {
    for (const wrong of wrongTypes) {
      expect(await verdict({ [field]: wrong })).toMatchObject({ [field]: `${label} is required.` })
    }
  })

  const longest: [field: string, label: string, max: number, shown: number, fill: string][] = [
    ['firstName', 'First Name', 60, 60, 'x'],
    ['lastName', 'Last Name', 60, 60, '名'],
    ['jobTitle', 'Job Title', 60, 60, 'x'],
    ['company', 'Company', 60, 60, 'x'],
    ['streetNumber', 'Street Number', 10, 10, '1'],
    ['streetName', 'Street Name', 60, 60, 'x'],
    ['city', 'City', 60, 60, 'x'],
    ['state', 'State', 60, 60, 'x'],
    ['username', 'Username', 60, 30, 'u'],
  ]
  test.each(longest)('%s: accepts the maximum length and rejects one more', async (field, label, max, shown, fill) => {
    expect(await verdict({ [field]: fill.repeat(max) })).toBe('fine')
    expect(await verdict({ [field]: fill.repeat(max + 1) })).toEqual({
      [field]: `${label} must be at most ${shown} characters long`,
    })
  })

  test('email: accepts 60 characters, rejects 61, and reports the length before the pattern', async () => {
    const long = (length: number) => `${'e'.repeat(length - '@bakery.example'.length)}@bakery.example`
    expect(await verdict({ email: long(60) })).toBe('fine')
    expect(await verdict({ email: long(61) })).toEqual({ email: 'Email must be at most 60 characters long' })
  })

  test.each(['ann', 'ann@', '@bakery.example', 'ann@bakery', 'a b@c.example', 'a..b@c.example', 'a@-c.example'])(
    'rejects “%s” as e-mail',
    async (email) => expect(await verdict({ email })).toEqual({ email: 'Email must be valid.' }),
  )

  test.each(["o'neil@bakery.example", 'a.b+c@mail.bakery.co.uk', ' spaced@bakery.example '])(
    'accepts “%s” as e-mail',
    async (email) => expect(await verdict({ email })).toBe('fine'),
  )

  test.each(['5551234567', '+1 555-123-4567', '1 (555) 123 - 4567 x1', '555.123.4567'])(
    'accepts phone %s',
    async (phone) => expect(await verdict({ phone })).toBe('fine'),
  )
  test.each(['123', '555-123-456', '555-123-4567 x12345', 'call me', '1'.repeat(31)])(
    'rejects phone %s',
    async (phone) => expect(await verdict({ phone })).toEqual({ phone: 'Phone must be a valid phone number.' }),
  )

  const postal: [country: string, code: string, fine: boolean][] = [
    ['United States', '12345', true],
    ['United States', '12345-6789', true],
    ['United States', '0', true],
    ['United States', '1234', false],
    ['United States', '123456', false],
    ['United States', '12345-678', false],
    ['United States', '123456789', false],
    ['United States', 'K1A 0B1', false],
    ['Mexico', '01000', true],
    ['Mexico', 'K1A 0B1', false],
    ['Canada', 'K1A 0B1', true],
    ['Canada', 'k1a0b1', true],
    ['Canada', '12345', true],
    ['Canada', 'K1A-0B1', false],
    ['Canada', 'KIA 0B1', false],
  ]
  test.each(postal)('postal code in %s: %s → %p', async (country, postalCode, fine) => {
    const expected = fine ? 'fine' : { postalCode: 'This is not a valid Postal Code.' }
    expect(await verdict({ country, postalCode })).toEqual(expected)
  })

  test('postal code: reports the length of 21 characters', async () => {
    expect(await verdict({ postalCode: '1'.repeat(20) })).toEqual({ postalCode: 'This is not a valid Postal Code.' })
    expect(await verdict({ postalCode: '1'.repeat(21) })).toEqual({
      postalCode: 'Postal Code must be at most 20 characters long',
    })
  })

  test('username and password: accepts 8 characters and rejects 7', async () => {
    expect(await verdict({ username: 'abcdefgh' })).toBe('fine')
    expect(await verdict({ username: 'abcdefg' })).toEqual({
      username: 'Username must be at least 8 characters long',
    })
    expect(await verdict({ password: '12345678', password_confirmation: '12345678' })).toBe('fine')
    expect(await verdict({ password: '1234567', password_confirmation: '1234567' })).toEqual({
      password: 'Password must be at least 8 characters long',
      password_confirmation: 'Password Confirmation must be at least 8 characters long',
    })
  })

  test('password: accepts 60 characters, rejects 61, and the message says 30', async () => {
    const both = (length: number) => ({ password: 'p'.repeat(length), password_confirmation: 'p'.repeat(length) })
    expect(await verdict(both(60))).toBe('fine')
    expect(await verdict(both(61))).toEqual({
      password: 'Password must be at most 30 characters long',
      password_confirmation: 'Password Confirmation must be at most 60 characters long',
    })
  })

  test('does not trim a password', async () => {
    expect(await verdict({ password: ' 123456 ', password_confirmation: ' 123456 ' })).toBe('fine')
    expect(await verdict({ password: ' 1234567', password_confirmation: '1234567 ' })).toEqual({
      password_confirmation: 'Does not match password',
    })
  })

  test('rejects a confirmation that differs from the password, whatever else is invalid', async () => {
    const wrong = { password_confirmation: 'wrong horse' }
    expect(await verdict(wrong)).toEqual({ password_confirmation: 'Does not match password' })
    expect(await verdict({ ...wrong, firstName: 5, email: 'none', plan: 'x', token: '' })).toEqual({
      firstName: 'First Name is required.',
      email: 'Email must be valid.',
      plan: 'Please choose a software edition.',
      password_confirmation: 'Does not match password',
      token: 'Please open the sign-up page again.',
    })
  })

  test('accepts three countries and four editions, each with a default', async () => {
    for (const country of ['Canada', 'Mexico', 'United States', undefined])
      expect(await verdict({ country })).toBe('fine')
    for (const plan of [1, 2, 3, 4, '4', undefined]) expect(await verdict({ plan })).toBe('fine')
    for (const country of ['France', '', null, 1, ['Canada']]) {
      expect(await verdict({ country })).toEqual({ country: 'Please choose a country.' })
    }
    for (const plan of [0, 5, 1.5, -1, null, '', 'Basic', '05', [1], true]) {
      expect(await verdict({ plan })).toEqual({ plan: 'Please choose a software edition.' })
    }
  })

  test('accepts a token of 1 to 128 letters, digits, - and _', async () => {
    for (const token of ['a', 'A-z_9', 't'.repeat(128)]) expect(await verdict({ token })).toBe('fine')
    for (const token of ['', 't'.repeat(129), 'a b', 'a/b', '../x', 'ä', 5, null]) {
      expect(await verdict({ token })).toEqual({ token: 'Please open the sign-up page again.' })
    }
  })

  test('ignores the honeypot and unknown fields', async () => {
    for (const odd of [{ homepage: ['x'] }, { filledInMs: 'x' }, { filledInMs: -1 }, { admin: true, id: 'mine' }]) {
      expect(await verdict(odd)).toBe('fine')
    }
  })
})

test('accepts the registration that other tests vary', async () => {
  expect((await app.post(apiPaths.register, aRegistration())).status).toBe(200)
})
