import { describe, expect, test } from 'bun:test'
import { phoneUrl } from '#client/lib/phone-url.ts'
import { ContactMessageSchema } from '#contract/contact.ts'
import { isPhone, validate } from '#contract/validate.ts'

const typed = { name: 'Ann Baker', company: '', email: 'ann@bakery.example', phone: '', message: 'Sixty clients.' }
const spamSignals = { reCaptchaToken: '', homepage: false, filledInMs: undefined, sending: '' }
const wrong = (changes: Record<string, unknown>) => {
  const found = validate(ContactMessageSchema, { ...typed, ...changes })
  return found.ok ? 'fine' : Object.values(found.errors).map(({ message }) => message)
}

describe('the contact message schema', () => {
  test('requires name, e-mail and message; phone and company may be empty', () => {
    expect(validate(ContactMessageSchema, typed)).toEqual({ ok: true, value: { ...typed, ...spamSignals } })
    expect(wrong({ name: ' ', email: '', message: '\n' })).toEqual([
      'Name is required.',
      'Email is required.',
      'Message is required.',
    ])
    const { company, phone, ...needed } = typed
    expect(validate(ContactMessageSchema, needed)).toEqual({
      ok: true,
      value: { ...needed, company, phone, ...spamSignals },
    })
  })

  const borders: [string, Record<string, unknown>, 'fine' | string[]][] = [
    ['a text of 5,000 characters', { message: 'x'.repeat(5000) }, 'fine'],
    ['one more', { message: 'x'.repeat(5001) }, ['Message must be at most 5,000 characters long']],
    ['a name of 60', { name: 'x'.repeat(60) }, 'fine'],
    ['one of 61', { name: 'x'.repeat(61) }, ['Name must be at most 60 characters long']],
    ['a company of 61', { company: 'x'.repeat(61) }, ['Company must be at most 60 characters long']],
    ['no e-mail address', { email: 'ann@bakery' }, ['Email must be valid.']],
    [
      'an address too long to be one',
      { email: `${'x'.repeat(250)}@a.example` },
      ['Email must be at most 254 characters long'],
    ],
    ['no phone number', { phone: '12345' }, ['Phone must be a valid phone number.']],
    ['a phone number too long to be one', { phone: '1'.repeat(31) }, ['Phone must be at most 30 characters long']],
    ['a number for a text', { message: 5 }, ['Message must be text.']],
    ['a NUL', { message: 'a\u0000b' }, ['Message must be text.']],
    ['an id of 32 characters', { sending: 'a'.repeat(32) }, 'fine'],
    ['a UUID', { sending: '0192d3c4-7a1b-7000-8000-0123456789ab' }, 'fine'],
    ['an id that is none', { sending: 'a b' }, ['Please open the contact page again.']],
    ['an id too long to be one', { sending: 'a'.repeat(65) }, ['Please open the contact page again.']],
    ['a list for an id', { sending: ['a'] }, ['Please open the contact page again.']],
    ['anything for the time it took', { filledInMs: {} }, 'fine'],
  ]
  test.each(borders)('reports: %s', (_, changes, expected) => {
    const found = wrong(changes)
    expect(Array.isArray(found) && Array.isArray(expected) ? found.slice(0, 1) : found).toEqual(expected)
  })
})

describe('the phone validator', () => {
  const good = [
    '5555550142',
    '555-555-0142',
    '555.555.0142',
    '(555) 555-0142',
    '+1 555 555 0142',
    '1 (555) 123 - 4567',
    '(555) 123 - 4567 x1234',
    '1 (555) 123 - 4567 x1',
  ]
  test.each(good)('accepts %s', (phone) => expect(isPhone(phone)).toBe(true))

  const bad = [
    '',
    '555-0142',
    '(555 555-0142',
    '555) 555-0142',
    '++1 555 555 0142',
    '555-555-0142 x',
    '555-555-0142 x12345',
    '555-555-01423',
    'call me',
  ]
  test.each(bad)('rejects “%s”', (phone) => expect(isPhone(phone)).toBe(false))
})

test('a tel: link dials the digits, and an extension after a pause', () => {
  expect(['(555) 555-0142', '+1 555.555.0142 x12'].map(phoneUrl)).toEqual(['tel:5555550142', 'tel:+15555550142,12'])
})
