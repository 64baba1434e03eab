import { randomBytes } from 'node:crypto'
import { CHALLENGE_LIFETIME_MINUTES } from '#contract/passkeys.ts'

const LIFETIME_MS = CHALLENGE_LIFETIME_MINUTES * 60_000
const CHALLENGE_BYTES = 32
const CHALLENGES_MAX = 10_000

/** The purpose of challenges that anybody gets. */
export const LOGIN_PURPOSE = 'login'

/**
 * Random texts that authenticators sign, each valid once, for five minutes, and for one purpose (`login`, `confirm SESSION`). They are
 * kept in memory; beyond `max` the oldest is dropped. Those of logins are apart, so that strangers push out none of somebody who has
 * a session or knows a password. A restart invalidates all.
 */
export function createChallenges(now: () => Date, max = CHALLENGES_MAX) {
  const ofLogins = createOpen(max)
  const ofOthers = createOpen(max)

  return {
    issue(purpose: string): Uint8Array<ArrayBuffer> {
      const challenge = new Uint8Array(randomBytes(CHALLENGE_BYTES))
      const open = purpose === LOGIN_PURPOSE ? ofLogins : ofOthers
      open.add(Buffer.from(challenge).toString('base64url'), { purpose, issued: now().getTime() })
      return challenge
    },
    /** Uses up a challenge, in base64url. Returns whether it was valid for this purpose. */
    take(challenge: string, purpose: string): boolean {
      const found = ofLogins.remove(challenge) ?? ofOthers.remove(challenge)
      if (found?.purpose !== purpose) return false
      const age = now().getTime() - found.issued
      return age >= 0 && age < LIFETIME_MS
    },
  }
}
export type Challenges = ReturnType<typeof createChallenges>

type Issued = { purpose: string; issued: number }

/** Challenges that nobody has answered; beyond `max` the oldest is dropped. */
function createOpen(max: number) {
  const open = new Map<string, Issued>()
  return {
    add(challenge: string, issued: Issued): void {
      open.set(challenge, issued)
      for (const oldest of open.keys()) {
        if (open.size <= max) break
        open.delete(oldest)
      }
    },
    remove(challenge: string): Issued | undefined {
      const found = open.get(challenge)
      open.delete(challenge)
      return found
    },
  }
}
