import { describe, expect, test } from 'bun:test'
import { challengesInMemory, createChallenges, LOGIN_PURPOSE } from '#server/admin/login/challenges.ts'

const now = () => new Date('2026-01-01T12:00:00Z')
const textOf = (challenge: Uint8Array) => Buffer.from(challenge).toString('base64url')

const inMemory = (max?: number) => createChallenges({ now, ...challengesInMemory(max) })

describe('challenges for passkeys', () => {
  test('of confirmations, new passkeys and second steps stay valid however many logins are begun', async () => {
    const challenges = inMemory(2)
    const purposes = ['confirm 1', 'second step 1']
    const issued = await Promise.all(purposes.map(async (purpose) => textOf(await challenges.issue(purpose))))
    for (let n = 0; n < 10; n++) await challenges.issue(LOGIN_PURPOSE)
    const taken = purposes.map((purpose, n) => challenges.take(issued[n] ?? '', purpose))
    expect(await Promise.all(taken)).toEqual([true, true])
  })

  test('of logins stay valid however many others are begun and tried', async () => {
    const challenges = inMemory(2)
    const issuing = Array.from({ length: 20 }, async () => textOf(await challenges.issue(LOGIN_PURPOSE)))
    const issued = await Promise.all(issuing)
    for (const one of issued.slice(10)) await challenges.take(one, LOGIN_PURPOSE)
    expect(await challenges.take(issued[0] ?? '', LOGIN_PURPOSE)).toBe(true)
  })

  test('are valid once, and stay used up after a login however many others are tried', async () => {
    const challenges = inMemory(2)
    const issued = textOf(await challenges.issue(LOGIN_PURPOSE))
    const takes = () => challenges.take(issued, LOGIN_PURPOSE)
    expect([await takes(), await takes()]).toEqual([true, false])
    challenges.accept(issued)
    for (let n = 0; n < 10; n++) await challenges.take(textOf(await challenges.issue(LOGIN_PURPOSE)), LOGIN_PURPOSE)
    expect(await takes()).toBe(false)
  })

  test('are invalid when forged, of another process, or written in another way', async () => {
    const challenges = inMemory()
    const issued = await challenges.issue(LOGIN_PURPOSE)
    const foreign = await inMemory().issue(LOGIN_PURPOSE)
    for (let n = 0; n < issued.length; n++) {
      const forged = issued.with(n, (issued[n] ?? 0) ^ 1)
      expect(await challenges.take(textOf(forged), LOGIN_PURPOSE)).toBe(false)
    }
    const text = textOf(issued)
    for (const other of ['', textOf(foreign), `${text}=`, ` ${text.slice(0, -1)}`, text.slice(0, -4)])
      expect(await challenges.take(other, LOGIN_PURPOSE)).toBe(false)
    expect(await challenges.take(text, LOGIN_PURPOSE)).toBe(true)
  })

  test('are invalid for another purpose', async () => {
    const challenges = inMemory()
    const issued = textOf(await challenges.issue(LOGIN_PURPOSE))
    expect([await challenges.take(issued, 'confirm 1'), await challenges.take(issued, LOGIN_PURPOSE)]).toEqual([
      false,
      true,
    ])
  })

  test('stay used up however many texts are tried that were never issued', async () => {
    const challenges = inMemory(2)
    const issued = textOf(await challenges.issue(LOGIN_PURPOSE))
    expect(await challenges.take(issued, LOGIN_PURPOSE)).toBe(true)
    for (let n = 0; n < 10; n++) await challenges.take(textOf(new Uint8Array(54).fill(n)), LOGIN_PURPOSE)
    expect(await challenges.take(issued, LOGIN_PURPOSE)).toBe(false)
  })
})
