import { CappedMap, type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import { CAPTCHA_LIFETIME_MS } from '#contract/limits.ts'

/** What a solution costs a browser: it derives keys, each with `cost` rounds of SHA-256, until it finds the right one. */
export type ProofCost = { cost: number; keysMin: number; keysMax: number }

/** Less than a second on a computer. More rounds per key would make issuing a challenge expensive as well. */
const DEFAULT_COST: ProofCost = { cost: 2_000, keysMin: 2_000, keysMax: 4_000 }

/** More than a few cores can solve before the first of them expires; takes at most 7 MB. */
const USED_MAX = 50_000
/** How far a clock may be set back without making existing challenges look as if they came from the future. */
const CLOCK_LEEWAY_MS = 60_000

export type ProofOfWorkOptions = {
  /** Signs challenges and solutions. Each purpose has its own key, so that a solution is valid only there. */
  key: Uint8Array
  now(): Date
  cost?: ProofCost | undefined
}

/** Why a solution is rejected. */
export type ProofProblem = 'missing' | 'wrong' | 'expired' | 'used'

export type ProofOfWork = {
  /** Returns a new challenge, valid for `CAPTCHA_LIFETIME_MS`. */
  challenge(): Promise<Challenge>
  /** Accepts a solution, once. Returns the reason for rejecting it, or `undefined`. */
  redeem(token: string): Promise<ProofProblem | undefined>
}

/**
 * Proof of work by altcha-lib, without a third party. Challenges are not stored: they carry their own signature. Used
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

  /** A challenge that expires later than a new one would was issued while the clock was ahead. */
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
        // Not `expiresAt`, because the library compares that with the system clock instead of `now`.
        data: { until: now().getTime() + CAPTCHA_LIFETIME_MS },
      }),

    async redeem(token) {
      if (token === '') return 'missing'
      const solved = parseSolution(token)
      // The signature covers all parameters: a sender can neither make a challenge easier nor extend it.
      const isRight = solved !== undefined && (await verifySolution({ ...checking, ...solved })).verified
      if (!isRight) return 'wrong'
      if (isExpired(solved.challenge.parameters.data.until)) return 'expired'
      if (!used.setIfAbsent(solved.challenge.signature, true)) return 'used'
    },
  }
}

const hex = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2})+$/))

/** A challenge as it was issued, with its signature, and the solution. Other keys are ignored. */
const SolutionSchema = v.object({
  challenge: v.object({
    parameters: v.object({
      algorithm: v.string(),
      cost: v.number(),
      data: v.object({ until: v.number() }),
      keyLength: v.number(),
      keyPrefix: hex,
      keySignature: hex,
      nonce: hex,
      salt: hex,
    }),
    signature: hex,
  }),
  solution: v.object({ counter: v.number(), derivedKey: hex }),
})

/** Parses a `reCaptchaToken`: JSON in base64, as the library's own forms send it. */
function parseSolution(token: string): v.InferOutput<typeof SolutionSchema> | undefined {
  const json = Buffer.from(token, 'base64').toString()
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), SolutionSchema), json)
  return parsed.success ? parsed.output : undefined
}
