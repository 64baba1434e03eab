import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { CHALLENGE_LIFETIME_MINUTES } from '#contract/passkeys.ts'
import type { UsedTokens } from '#server/storage/used-tokens.ts'

const LIFETIME_MS = CHALLENGE_LIFETIME_MINUTES * 60_000
const TIME_BYTES = 6
const RANDOM_BYTES = 16
const CONTENT_BYTES = TIME_BYTES + RANDOM_BYTES
const SIGNATURE_BYTES = 32
const CHALLENGE_CHARACTERS = Math.ceil(((CONTENT_BYTES + SIGNATURE_BYTES) * 8) / 6)
const USED_MAX = 10_000

/** The purpose of challenges that anybody gets. */
export const LOGIN_PURPOSE = 'login'

export type ChallengesOptions = {
  now: () => Date
  /** Of signatures. */
  key: () => Promise<Uint8Array>
  used: UsedChallenges
}

/**
 * Random texts that authenticators sign, each valid once, for five minutes, and for one purpose (`login`, `confirm SESSION`). They
 * are signed instead of stored, so that strangers who begin logins take no memory and push out no challenge of an administrator.
 * Only used ones are stored. Functions throw what `key` and `used` throw.
 */
export function createChallenges({ now, key, used }: ChallengesOptions) {
  const signatureOf = async (content: Uint8Array, purpose: string) =>
    createHmac('sha256', await key())
      .update(content)
      .update(purpose)
      .digest()

  async function isValid(challenge: string, purpose: string): Promise<boolean> {
    if (challenge.length !== CHALLENGE_CHARACTERS) return false
    const bytes = Buffer.from(challenge, 'base64url')
    // Another text for the same bytes would not be found among the used ones.
    if (bytes.toString('base64url') !== challenge) return false
    const content = bytes.subarray(0, CONTENT_BYTES)
    if (!timingSafeEqual(bytes.subarray(CONTENT_BYTES), await signatureOf(content, purpose))) return false
    const age = now().getTime() - content.readUIntBE(0, TIME_BYTES)
    return age >= 0 && age < LIFETIME_MS
  }

  return {
    async issue(purpose: string): Promise<Uint8Array<ArrayBuffer>> {
      const content = Buffer.concat([Buffer.alloc(TIME_BYTES), randomBytes(RANDOM_BYTES)])
      content.writeUIntBE(now().getTime(), 0, TIME_BYTES)
      return new Uint8Array(Buffer.concat([content, await signatureOf(content, purpose)]))
    },
    /** Whether a challenge, in base64url, was issued for this purpose, within its lifetime. It may have been used. Stores nothing. */
    isValid,
    /** Uses up a valid challenge. Returns whether it was valid, and unused. */
    async take(challenge: string, purpose: string): Promise<boolean> {
      // Texts that were not issued here must not push out those that were.
      return (await isValid(challenge, purpose)) && used.take(challenge, now().getTime() + LIFETIME_MS)
    },
    /** Keeps a challenge used up however many others are tried: a passkey has signed it. */
    accept: used.accept,
  }
}
export type Challenges = ReturnType<typeof createChallenges>

export type UsedChallenges = UsedTokens & { accept(challenge: string): void }

/** The used challenges of this process, `max` of each kind. A restart invalidates all, because the key is new. */
export function challengesInMemory(max = USED_MAX): Pick<ChallengesOptions, 'key' | 'used'> {
  const key = randomBytes(32)
  const tried = createRecent(max)
  /** Apart from those that were only tried, because strangers can try as many as they like. */
  const accepted = createRecent(max)
  const take = async (challenge: string) => {
    if (tried.has(challenge) || accepted.has(challenge)) return false
    tried.add(challenge)
    return true
  }
  return { key: async () => key, used: { take, accept: accepted.add } }
}

/** The texts that were added last; beyond `max` the oldest is dropped. */
function createRecent(max: number) {
  const texts = new Set<string>()
  return {
    has: (text: string) => texts.has(text),
    add(text: string): void {
      texts.add(text)
      for (const oldest of texts) {
        if (texts.size <= max) break
        texts.delete(oldest)
      }
    },
  }
}
