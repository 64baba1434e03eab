import { describe, expect, test } from 'bun:test'
import { passwordStrength } from '#client/admin/account/password-strength.ts'

const person = ['Ada Baker', 'ada.lovelace@bakery.example']
const word = (password: string, personal: readonly string[] = person) => passwordStrength(password, personal).word

describe('the strength of a password', () => {
  test('is "Too short" below 12 and "Too long" above 128 characters, counted as people count them', () => {
    expect(word('x7#Kq9!mZ2$')).toBe('Too short')
    expect(word('🥖'.repeat(11))).toBe('Too short')
    expect(word('x7#Kq9!mZ2$v')).toBe('Strong')
    expect(word(`${'horse battery '.repeat(9)}xyz`)).toBe('Too long')
  })

  test('grows with length and with variety', () => {
    expect(word('kqzwvhtbnxrm')).toBe('Good')
    expect(word('kqzw-Vht7bnx')).toBe('Strong')
    expect(word('correct horse battery')).toBe('Strong')
  })

  test('does not grow with repeated characters, repeated texts and sequences', () => {
    for (const password of [
      'aaaaaaaaaaaaaaaa',
      'abcabcabcabcabcabc',
      'abcdefghijklmnop',
      '987654321098765',
      'xyxyyxyxxyyxyxyx',
    ])
      expect([password, word(password)]).toEqual([password, 'Weak'])
    expect(passwordStrength('aaaaaaaaaaaaaaaa').advice).toContain('repeated')
  })

  test('does not count the name and the e-mail of the person, in any case', () => {
    expect(word('ADAbaker-Lovelace', [])).toBe('Strong')
    expect(word('ADAbaker-Lovelace')).toBe('Weak')
    expect(passwordStrength('lovelace@bakery.example!', person).advice).toContain('name and email')
  })

  test('names a way to improve it unless it is strong', () => {
    expect(passwordStrength('kqzwvhtbnxrm').advice).toContain('Several words')
    expect(passwordStrength('correct horse battery').advice).toBe('')
  })
})
