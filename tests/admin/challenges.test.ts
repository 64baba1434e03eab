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

  test('of logins are bounded: the oldest is dropped', () => {
    const challenges = createChallenges(now, 2)
    const issued = [1, 2, 3].map(() => textOf(challenges.issue(LOGIN_PURPOSE)))
    expect(issued.map((one) => challenges.take(one, LOGIN_PURPOSE))).toEqual([false, true, true])
  })

  test('are used up by a try for another purpose', () => {
    const challenges = createChallenges(now)
    const issued = textOf(challenges.issue(LOGIN_PURPOSE))
    expect([challenges.take(issued, 'confirm 1'), challenges.take(issued, LOGIN_PURPOSE)]).toEqual([false, false])
  })
})
