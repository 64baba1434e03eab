import { isAppCode } from '#server/admin/people/second-factor.ts'
import { RateLimitError } from '#server/lib/errors.ts'
import { rateLimitKey } from '#server/lib/ip.ts'
import { tryAgainIn } from '#server/lib/rate-limiter.ts'
import type { Attempts, Counter, Lock } from '#server/storage/attempts.ts'

const WINDOW_MS = 15 * 60 * 1000
const TRIES_PER_ADDRESS_AND_EMAIL = 5
/** From all IP addresses. Beyond it a login needs a proof of work: a lockout would let strangers lock the administrator out. */
const TRIES_PER_EMAIL = 50
/** For one IP address with any e-mail: made-up e-mails must not evict real counters, whose number is bounded. */
const TRIES_PER_ADDRESS = 100
/** Wrong authenticator codes, from all IP addresses: there are only a million codes. */
const CODES_PER_EMAIL = 10

/** A login or confirmation is rejected before it is checked. */
export class LockedOutError extends RateLimitError {
  /** Whether this is the first rejection of this lockout. */
  readonly isNews: boolean
  constructor(waitMs: number, isNews: boolean, what: 'logins' | 'confirmations' = 'logins') {
    super(`Too many failed ${what}. ${tryAgainIn(waitMs)}`, waitMs / 1000)
    this.isNews = isNews
  }
}

/** The keys under which an attempt is counted. */
export type Attempt = ReturnType<typeof attemptOf>

/**
 * `browser`: id of a browser in which this e-mail has logged in before. It is counted separately: attempts of strangers with the same
 * e-mail do not count for it, not even from the same network.
 */
export function attemptOf(address: string, email: string, browser: string | undefined) {
  const name = email.toLowerCase()
  const place = rateLimitKey(address)
  const own = browser === undefined ? undefined : `browser ${browser}`
  return { email, place: own ?? place, both: own ?? `${place} ${name}`, account: own ?? name }
}

const counter = (name: string, limit: number): Counter => ({ name, limit, windowMs: WINDOW_MS })
const perBoth = counter('login by address and e-mail', TRIES_PER_ADDRESS_AND_EMAIL)
const perAddress = counter('login by address', TRIES_PER_ADDRESS)
const perAccount = counter('login by e-mail', TRIES_PER_EMAIL)
const codes = counter('login code', CODES_PER_EMAIL)
const reported = counter('login reported', 1)

/** Limits guesses of passwords and codes: strictly per IP address and e-mail, or per known browser, leniently per e-mail. */
export function createLoginLimits({ lockOf, take, refund, reset }: Attempts) {
  /** Whether this is the first attempt in a window that this lock rejects: only that one is stored, and goes to the audit log. */
  async function isNews({ counted: [{ name }, key] }: Lock): Promise<boolean> {
    const rejection = [[reported, `${name} ${key}`]] as const
    return (await take(rejection, rejection)) === undefined
  }

  async function rejectFor(lock: Lock | undefined): Promise<void> {
    if (lock) throw new LockedOutError(lock.waitMs, await isNews(lock))
  }

  const checkedOf = ({ both, place }: Attempt) => [[perAddress, place] as const, [perBoth, both] as const]
  const countedOf = (attempt: Attempt) => [...checkedOf(attempt), [perAccount, attempt.account] as const]

  return {
    /** Throws `LockedOutError`. */
    check: async (attempt: Attempt): Promise<void> => rejectFor(await lockOf(checkedOf(attempt))),
    /** Gives an attempt back that was no failure. */
    refund: (attempt: Attempt): Promise<void> => refund(countedOf(attempt)),
    /** Returns `undefined` when the attempt needs no proof of work. `isNews`: it is the first that does. */
    async needsProof({ account }: Attempt) {
      const lock = await lockOf([[perAccount, account]])
      return lock && { isNews: await isNews(lock) }
    },
    /** Counts an attempt before its outcome is known. Throws `LockedOutError`. */
    take: async (attempt: Attempt): Promise<void> => rejectFor(await take(countedOf(attempt), checkedOf(attempt))),
    /**
     * Counts a code before it is checked. Throws `LockedOutError`. Recovery codes are too long to be guessed, so they stay
     * usable while an attacker who has the password guesses codes.
     */
    async takeCode({ account }: Attempt, code: string): Promise<void> {
      if (isAppCode(code)) await rejectFor(await take([[codes, account]], [[codes, account]]))
    },
    /** Resets the failures of this IP address with this e-mail, or of this known browser. */
    async succeeded(attempt: Attempt): Promise<void> {
      await refund(countedOf(attempt))
      await reset([
        [perBoth, attempt.both],
        [codes, attempt.account],
      ])
    },
  }
}
export type LoginLimits = ReturnType<typeof createLoginLimits>
