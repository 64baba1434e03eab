import { createSlidingWindow, tryAgainIn } from '#server/http/rate-limiter.ts'
import { RateLimitError } from '#server/lib/errors.ts'
import { rateLimitKey } from '#server/lib/ip.ts'
import { isAppCode } from './second-factor.ts'

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

/** Limits guesses of passwords and codes: strictly per IP address and e-mail, or per known browser, leniently per e-mail. `now` in milliseconds. */
export function createLoginLimits(now: () => number) {
  const sliding = (limit: number) => createSlidingWindow({ limit, windowMs: WINDOW_MS, now })
  const perBoth = sliding(TRIES_PER_ADDRESS_AND_EMAIL)
  const perAddress = sliding(TRIES_PER_ADDRESS)
  const perAccount = sliding(TRIES_PER_EMAIL)
  const codes = sliding(CODES_PER_EMAIL)
  const reported = sliding(1)

  /** Whether this is the first of its kind in a window: only that one goes to the audit log. */
  function isNews(key: string): boolean {
    const isFirst = reported.waitMs(key) === 0
    if (isFirst) reported.consume(key)
    return isFirst
  }

  function rejectFor(waitMs: number, both: string): void {
    if (waitMs > 0) throw new LockedOutError(waitMs, isNews(`locked ${both}`))
  }

  /** Throws `LockedOutError`. */
  const check = ({ both, place }: Attempt) => rejectFor(Math.max(perAddress.waitMs(place), perBoth.waitMs(both)), both)

  /** Gives an attempt back that was no failure. */
  function refund({ both, account, place }: Attempt): void {
    perAddress.refund(place)
    perBoth.refund(both)
    perAccount.refund(account)
  }

  /** Counts an attempt before its outcome is known. Throws `LockedOutError`. */
  function take(attempt: Attempt): void {
    check(attempt)
    perAddress.consume(attempt.place)
    perBoth.consume(attempt.both)
    perAccount.consume(attempt.account)
  }

  return {
    check,
    refund,
    /** Returns `undefined` when the attempt needs no proof of work. `isNews`: it is the first that does. */
    needsProof: ({ account }: Attempt) =>
      perAccount.waitMs(account) > 0 ? { isNews: isNews(`proof ${account}`) } : undefined,
    take,
    /**
     * Counts a code before it is checked. Throws `LockedOutError`. Recovery codes are too long to be guessed, so they stay
     * usable while an attacker who has the password guesses codes.
     */
    takeCode({ both, account }: Attempt, code: string): void {
      if (!isAppCode(code)) return
      rejectFor(codes.waitMs(account), both)
      codes.consume(account)
    },
    /** Resets the failures of this IP address with this e-mail, or of this known browser. */
    succeeded(attempt: Attempt): void {
      refund(attempt)
      perBoth.reset(attempt.both)
      codes.reset(attempt.account)
    },
  }
}
export type LoginLimits = ReturnType<typeof createLoginLimits>
