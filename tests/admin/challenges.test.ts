import { describe, expect, test } from 'bun:test'
import { createChallenges, LOGIN_PURPOSE } from '#server/admin/challenges.ts'

const now = () => new Date('2026-01-01T12:00:00Z')
const textOf = (challenge: Uint8Array) => Buffer.from(challenge).toString('base64url')

describe('challenges for passkeys', () => {
  test('of confirmations, new passkeys and second steps stay valid however many logins are begun', () => {
    const challenges = createChallenges(now, 2)
    const purposes = ['confirm 1', 'second step 1']
    const issued = purposes.map((purpose) => textOf(challenges.issue(purpose)))
    for (let n = 0; n < 10; n++) challenges.issue(LOGIN_PURPOSE)
    expect(purposes.map((purpose, n) => challenges.take(issued[n] ?? '', purpose))).toEqual([true, true])
  })

  test('of logins stay valid however many others are begun and tried', () => {
    const challenges = createChallenges(now, 2)
    const issued = Array.from({ length: 20 }, () => textOf(challenges.issue(LOGIN_PURPOSE)))
    for (const one of issued.slice(10)) challenges.take(one, LOGIN_PURPOSE)
    expect(challenges.take(issued[0] ?? '', LOGIN_PURPOSE)).toBe(true)
  })

  test('are valid once, and stay used up after a login however many others are tried', () => {
    const challenges = createChallenges(now, 2)
    const issued = textOf(challenges.issue(LOGIN_PURPOSE))
    const takes = () => challenges.take(issued, LOGIN_PURPOSE)
    expect([takes(), takes()]).toEqual([true, false])
    challenges.accept(issued)
    for (let n = 0; n < 10; n++) challenges.take(textOf(challenges.issue(LOGIN_PURPOSE)), LOGIN_PURPOSE)
    expect(takes()).toBe(false)
  })

  test('are invalid when forged, of another process, or written in another way', () => {
    const challenges = createChallenges(now)
    const [issued, foreign] = [challenges, createChallenges(now)].map((one) => one.issue(LOGIN_PURPOSE))
    if (!issued || !foreign) throw new Error('There is no challenge.')
    for (let n = 0; n < issued.length; n++) {
      const forged = issued.with(n, (issued[n] ?? 0) ^ 1)
      expect(challenges.take(textOf(forged), LOGIN_PURPOSE)).toBe(false)
    }
    const text = textOf(issued)
    for (const other of ['', textOf(foreign), `${text}=`, ` ${text.slice(0, -1)}`, text.slice(0, -4)])
      expect(challenges.take(other, LOGIN_PURPOSE)).toBe(false)
    expect(challenges.take(text, LOGIN_PURPOSE)).toBe(true)
  })

  test('are invalid for another purpose', () => {
    const challenges = createChallenges(now)
    const issued = textOf(challenges.issue(LOGIN_PURPOSE))
    expect([challenges.take(issued, 'confirm 1'), challenges.take(issued, LOGIN_PURPOSE)]).toEqual([false, true])
  })

  test('stay used up however many texts are tried that were never issued', () => {
    const challenges = createChallenges(now, 2)
    const issued = textOf(challenges.issue(LOGIN_PURPOSE))
    expect(challenges.take(issued, LOGIN_PURPOSE)).toBe(true)
    for (let n = 0; n < 10; n++) challenges.take(textOf(new Uint8Array(54).fill(n)), LOGIN_PURPOSE)
    expect(challenges.take(issued, LOGIN_PURPOSE)).toBe(false)
  })
})
