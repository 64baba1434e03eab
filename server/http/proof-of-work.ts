import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import { CAPTCHA_LIFETIME_MS } from '#contract/limits.ts'
import { CAPTCHA_PATH } from '#contract/spam-protection.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { NotFoundError, unlessAway, ValidationError } from '#server/lib/errors.ts'
import { createFairQueue } from '#server/lib/fair-queue.ts'
import { loadedOnce } from '#server/lib/loaded-once.ts'
import { createFileStore } from '#server/storage/file-store.ts'
import { createMemoryStore } from '#server/storage/keyed-store.ts'
import { loadOrCreateKey } from '#server/storage/secret-key.ts'
import { createUsedTokens, type UsedTokens } from '#server/storage/used-tokens.ts'
import { endpoint, ok } from './endpoint.ts'
import { json } from './responses.ts'

/** What a solution costs a browser: it derives keys, each with `cost` rounds of SHA-256, until it finds the right one. */
export type ProofCost = { cost: number; keysMin: number; keysMax: number }

/** Less than a second on a computer. More rounds per key would make issuing a challenge expensive as well. */
const DEFAULT_COST: ProofCost = { cost: 2_000, keysMin: 2_000, keysMax: 4_000 }

/** Each derives a key. */
const ISSUED_AT_ONCE = 2
/** More than a few cores can solve before the first of them expires; takes at most 7 MB. */
const USED_MAX = 50_000
/** How far a clock may be set back without making existing challenges look as if they came from the future. */
const CLOCK_LEEWAY_MS = 60_000

type ProofOfWorkOptions = {
  /** Signs challenges and solutions. Each purpose has its own key, so that a solution is valid only there. */
  key: () => Promise<Uint8Array>
  /** In memory by default. */
  used?: UsedTokens | undefined
  now(): Date
  cost?: ProofCost | undefined
}

/** Reasons for rejecting a solution, and the messages for its sender. */
const problems = {
  missing: 'The robot check is missing. Please reload the page and send the form again.',
  wrong: 'The robot check was not passed. Please send the form again.',
  expired: 'The robot check has expired. Please send the form again.',
  used: 'This robot check was used before. Please send the form again.',
}

/**
 * Proof of work by altcha-lib, without a third party. Challenges are not stored: they carry their own signature. Solutions
 * that are remembered in memory could be used a second time within minutes after a restart. Functions throw what `key` and `used` throw.
 */
export function createProofOfWork(options: ProofOfWorkOptions) {
  const { key, used = createUsedTokens(createMemoryStore(USED_MAX), 'solution'), now, cost = DEFAULT_COST } = options
  const checking = loadedOnce(async () => {
    const bytes = await key()
    const secret = (purpose: string) => new Bun.CryptoHasher('sha256', bytes).update(purpose).digest('hex')
    return { deriveKey, hmacSignatureSecret: secret('challenge'), hmacKeySignatureSecret: secret('solution') }
  })

  const fairQueue = createFairQueue({
    atOnce: ISSUED_AT_ONCE,
    busy: 'Too many robot checks at once. Please try again in a moment.',
  })
  const issue = async (): Promise<Challenge> =>
    createChallenge({
      ...(await checking()),
      algorithm: 'PBKDF2/SHA-256',
      cost: cost.cost,
      counter: randomInt(cost.keysMax, cost.keysMin),
      // Not `expiresAt`, because the library compares that with the system clock instead of `now`.
      data: { until: now().getTime() + CAPTCHA_LIFETIME_MS },
    })

  return {
    /** Returns a new challenge, valid for `CAPTCHA_LIFETIME_MS`. Throws `UnavailableError` when too many wait for one. */
    challenge: (): Promise<Challenge> => fairQueue(issue),

    /** Accepts a solution, once. Returns the reason for rejecting it, or `undefined`. */
    async redeem(token: string): Promise<keyof typeof problems | undefined> {
      if (token === '') return 'missing'
      const solved = parseSolution(token)
      // The signature covers all parameters: a sender can neither make a challenge easier nor extend it.
      const isRight = solved !== undefined && (await verifySolution({ ...(await checking()), ...solved })).verified
      if (!isRight) return 'wrong'
      const { until } = solved.challenge.parameters.data
      const remainingMs = until - now().getTime()
      // One that expires later than a new one would was issued while the clock was ahead.
      if (remainingMs <= 0 || remainingMs > CAPTCHA_LIFETIME_MS + CLOCK_LEEWAY_MS) return 'expired'
      if (!(await used.take(solved.challenge.signature, until))) return 'used'
    },
  }
}
export type ProofOfWork = ReturnType<typeof createProofOfWork>

/** A challenge as it was issued, with its signature, and the solution. Other keys are ignored. */
const SolutionSchema = v.object({
  challenge: v.object({
    parameters: v.object({
      algorithm: v.string(),
      cost: v.number(),
      data: v.object({ until: v.number() }),
      keyLength: v.number(),
      keyPrefix: v.string(),
      keySignature: v.string(),
      nonce: v.string(),
      salt: v.string(),
    }),
    signature: v.string(),
  }),
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
})

type CaptchaOptions = {
  /** Of private files. */
  folder: string
  /** `undefined`: files, and memory. */
  database: Pick<SiteDatabase, 'store'> | undefined
  now(): Date
  cost?: ProofCost | undefined
}
const LOST = 'forms that are open then solve the captcha anew'

/** The captcha of the forms, with its key and used solutions where the leads are. Throws `OperatorError` for a damaged key. */
export async function createCaptcha({ folder, database, now, cost }: CaptchaOptions): Promise<ProofOfWork> {
  const key = loadedOnce(() => loadOrCreateKey(database?.store ?? createFileStore(folder), 'captcha.key', LOST))
  await key().catch(unlessAway)
  return createProofOfWork({ key, used: database && createUsedTokens(database.store, 'captcha'), now, cost })
}

/** Parses a `reCaptchaToken`: JSON in base64, as the library's own forms send it. */
function parseSolution(token: string): v.InferOutput<typeof SolutionSchema> | undefined {
  const json = Buffer.from(token, 'base64').toString()
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), SolutionSchema), json)
  return parsed.success ? parsed.output : undefined
}

/** Accepts a `reCaptchaToken`, once. Throws `ValidationError` for one that is missing, wrong, expired or used. */
export async function redeemCaptcha(captcha: ProofOfWork | undefined, token: string): Promise<void> {
  const problem = await captcha?.redeem(token)
  if (problem) throw new ValidationError({ reCaptchaToken: { message: problems[problem] } })
}

/** altcha-lib's own format. */
const ChallengeSchema = v.strictObject({
  parameters: v.looseObject({ algorithm: v.string() }),
  signature: v.string(),
})

/** A new challenge for each request. */
export const captchaEndpoint = (captcha: ProofOfWork | undefined) =>
  endpoint({
    id: 'readChallenge',
    summary: 'Returns a challenge to solve before one of the two forms is sent',
    description: 'Only where CAPTCHA is on, otherwise 404.',
    method: 'GET',
    path: CAPTCHA_PATH,
    access: 'public',
    isOff: captcha === undefined,
    response: ok(
      ChallengeSchema,
      'A signed challenge of altcha-lib. Send its solution as `reCaptchaToken`, once, within 20 minutes.',
    ),
    errors: [404],
    async handle() {
      if (!captcha) throw new NotFoundError()
      return json(await captcha.challenge())
    },
  })
