import { describe, expect, test } from 'bun:test'
import { Secret } from 'otpauth'
import {
  consumeCode,
  matchCode,
  newRecoveryCodes,
  newSecret,
  otpauthUrl,
  RECOVERY_CODES,
  type SecondFactor,
} from '#server/admin/people/second-factor.ts'

/** Of RFC 6238, appendix B: seconds since 1970, and the last six digits of the code. */
const VECTORS = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const
const SECRET = Secret.fromLatin1('12345678901234567890').base32
const at = (seconds: number) => new Date(seconds * 1000)
const factor = (changes: Partial<SecondFactor> = {}): SecondFactor => ({
  since: '2026-03-01T10:00:00.000Z',
  secret: SECRET,
  lastStep: 0,
  recovery: [],
  ...changes,
})

describe('a code of an authenticator app (RFC 6238)', () => {
  test.each(VECTORS)('equals the test vector of the standard %d seconds after 1970', (seconds, code) => {
    expect(matchCode(code, SECRET, at(seconds))).toBe(Math.floor(seconds / 30))
  })

  test('is valid during its own step and one step before and after', () => {
    const good = (seconds: number) => matchCode('050471', SECRET, at(seconds)) !== undefined
    expect([1111111079, 1111111080, 1111111139, 1111111169, 1111111170].map(good)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
  })

  test('may contain spaces, and nothing but six digits', () => {
    expect(matchCode(' 050 471 ', SECRET, at(1111111111))).toBe(37037037)
    for (const wrong of ['', '50471', '0050471', '14050471', '05047l', '٠٥٠٤٧١', '-50471', '5.0471', '1e5']) {
      expect(matchCode(wrong, SECRET, at(1111111111))).toBeUndefined()
    }
  })

  test('is accepted once, and no code of an earlier step after it', () => {
    const now = at(1111111111)
    const used = consumeCode(factor(), '050471', now)
    expect(used).toEqual({ factor: factor({ lastStep: 37037037 }), by: 'code' })
    expect(consumeCode(factor({ lastStep: 37037037 }), '050471', now)).toBeUndefined()
    expect(consumeCode(factor({ lastStep: 37037037 }), '081804', now)).toBeUndefined()
  })
})

describe('a recovery code', () => {
  const { codes, hashes } = newRecoveryCodes()

  test('is one of ten with 120 random bits each, stored as hashes', () => {
    expect([codes.length, new Set(codes).size, RECOVERY_CODES]).toEqual([10, 10, 10])
    for (const code of codes) expect(code).toMatch(/^(?:[a-km-np-z2-9]{6}-){3}[a-km-np-z2-9]{6}$/)
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(newRecoveryCodes().codes.some((one) => codes.includes(one))).toBe(false)
  })

  test('is accepted once, in any spelling, and leaves the others valid', () => {
    const [first = '', second = ''] = codes
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `
    const used = consumeCode(factor({ recovery: hashes }), typed, at(0))
    expect(used).toEqual({ factor: factor({ recovery: hashes.slice(1) }), by: 'recovery code' })
    expect(consumeCode(factor({ recovery: hashes.slice(1) }), first, at(0))).toBeUndefined()
    expect(consumeCode(factor({ recovery: hashes.slice(1) }), second, at(0))).toBeDefined()
    for (const wrong of ['', '-', first.slice(1), `${first}x`, hashes[1] ?? '']) {
      expect(consumeCode(factor({ recovery: hashes }), wrong, at(0))).toBeUndefined()
    }
  })
})

test('creates a secret of 160 bits as an otpauth URL', () => {
  const secret = newSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(secret)
  const address = new URL(otpauthUrl(secret, 'Testery & Sons', 'ann@bakery.example'))
  expect(address.protocol + address.host).toBe('otpauth:totp')
  expect(decodeURIComponent(address.pathname)).toBe('/Testery & Sons:ann@bakery.example')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: 'Testery & Sons',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
