import { CappedMap, type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { CAPTCHA_LIFETIME_MS } from '#contract/limits.ts'
import { readSolution } from './solution.ts'

/** What a solution costs a browser: keys are derived, each with `cost` rounds of SHA-256, until the right one is found. */
export type ProofCost = { cost: number; keysMin: number; keysMax: number }

/** Below a second on a computer. More rounds to a key, and giving out a challenge would cost us as well. */
const DEFAULT_COST: ProofCost = { cost: 2_000, keysMin: 2_000, keysMax: 4_000 }

/** More than a few cores can solve before the first of them has expired; 7 MB at most. */
const USED_MAX = 50_000
/** A clock may be set back by this much without a challenge appearing to come from the future. */
const CLOCK_LEEWAY_MS = 60_000

export type ProofOfWorkOptions = {
  /** Signs challenges and solutions. Another key for each purpose: a solution is valid only where its challenge came from. */
  key: Uint8Array
  now(): Date
  cost?: ProofCost | undefined
}

/** Why a solution is not accepted. */
export type ProofProblem = 'missing' | 'wrong' | 'expired' | 'used'

export type ProofOfWork = {
  /** Returns a fresh challenge, valid for `CAPTCHA_LIFETIME_MS`. */
  challenge(): Promise<Challenge>
  /** Accepts a solution, once; `undefined`: accepted. */
  spend(token: string): Promise<ProofProblem | undefined>
}

/**
 * Proof of work by altcha-lib, without a third party. A challenge is not stored: it carries its own signature. Used
 * solutions are remembered until a restart, after which those of the last minutes could be used a second time.
 */
export function createProofOfWork({ key, now, cost = DEFAULT_COST }: ProofOfWorkOptions): ProofOfWork {
  const secret = (purpose: string) => new Bun.CryptoHasher('sha256', key).update(purpose).digest('hex')
  const checking = {
    deriveKey,
    hmacSignatureSecret: secret('challenge'),
    hmacKeySignatureSecret: secret('solution'),
  }
  const used = new CappedMap<string, true>({ maxSize: USED_MAX })

  /** Also where it expires later than one issued now would: then it was issued while the clock was ahead. */
  function isExpired(until: number): boolean {
    const time = now().getTime()
    return until <= time || until > time + CAPTCHA_LIFETIME_MS + CLOCK_LEEWAY_MS
  }

  return {
    challenge: () =>
      createChallenge({
        ...checking,
        algorithm: 'PBKDF2/SHA-256',
        cost: cost.cost,
        counter: randomInt(cost.keysMax, cost.keysMin),
        // Not `expiresAt`: the library would go by the machine's clock.
        data: { until: now().getTime() + CAPTCHA_LIFETIME_MS },
      }),

    async spend(token) {
      if (token === '') return 'missing'
      const solved = readSolution(token)
      // Its signature covers all its numbers: nobody makes a challenge easier, or lets it last longer.
      const right = solved !== undefined && (await verifySolution({ ...checking, ...solved })).verified
      if (!right) return 'wrong'
      if (isExpired(solved.challenge.parameters.data.until)) return 'expired'
      if (!used.setIfAbsent(solved.challenge.signature, true)) return 'used'
    },
  }
}
