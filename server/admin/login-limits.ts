import { rateLimitKey } from '#server/http/ip.ts'
import { createSlidingWindow, tryAgainIn } from '#server/http/rate-limiter.ts'
import { RateLimitError } from '#server/lib/errors.ts'
import { isAppCode } from './second-factor.ts'

const WINDOW_MS = 15 * 60 * 1000
const TRIES_PER_ADDRESS_AND_EMAIL = 5
/** From all IP addresses. Beyond it a login needs a proof of work: a lockout would let strangers lock the administrator out. */
const TRIES_PER_EMAIL = 50
/** For one IP address with any e-mail: made-up e-mails must not evict real counters, whose number is bounded. */
const TRIES_PER_ADDRESS = 100
/** Wrong authenticator codes, from all IP addresses: there are only a million codes. */
const CODES_PER_EMAIL = 10

/** The login is rejected before its password is checked. */
export class LockedOutError extends RateLimitError {
  /** Whether this is the first rejection of this lockout. */
  readonly isNews: boolean
  constructor(waitMs: number, isNews: boolean) {
    super(`Too many failed logins. ${tryAgainIn(waitMs)}`, waitMs / 1000)
    this.isNews = isNews
  }
}

/** `device`: id of a browser in which this e-mail has logged in before. */
export type Attempt = { address: string; email: string; device: string | undefined }

/** Limits guesses of passwords and codes: strictly per IP address and e-mail, leniently per e-mail. `now` in milliseconds. */
export function createLoginLimits(now: () => number) {
  const perBoth = createSlidingWindow({ limit: TRIES_PER_ADDRESS_AND_EMAIL, windowMs: WINDOW_MS, now })
  const perAddress = createSlidingWindow({ limit: TRIES_PER_ADDRESS, windowMs: WINDOW_MS, now })
  const perAccount = createSlidingWindow({ limit: TRIES_PER_EMAIL, windowMs: WINDOW_MS, now })
  const codes = createSlidingWindow({ limit: CODES_PER_EMAIL, windowMs: WINDOW_MS, now })
  const reported = createSlidingWindow({ limit: 1, windowMs: WINDOW_MS, now })

  /** A known browser has its own `account`: attempts of strangers with the same e-mail do not count for it. */
  const keysOf = ({ address, email, device }: Attempt) => {
    const name = email.toLowerCase()
    const place = rateLimitKey(address)
    return { both: `${place} ${name}`, place, account: device === undefined ? name : `device ${device}` }
  }

  /** Whether this is the first of its kind in a window: only that one goes to the audit log. */
  function isNews(key: string): boolean {
    const isFirst = reported.waitMs(key) === 0
    if (isFirst) reported.consume(key)
    return isFirst
  }

  /** Gives an attempt back that was no failure. */
  function refund(attempt: Attempt): void {
    const { both, account, place } = keysOf(attempt)
    perAddress.refund(place)
    perBoth.refund(both)
    perAccount.refund(account)
  }

  /** Throws `LockedOutError`. */
  function check(attempt: Attempt): void {
    const { both, place } = keysOf(attempt)
    const waitMs = Math.max(perAddress.waitMs(place), perBoth.waitMs(both))
    if (waitMs > 0) throw new LockedOutError(waitMs, isNews(`locked ${both}`))
  }

  return {
    check,
    /** Returns `undefined` when the attempt needs no proof of work. `isNews`: it is the first that does. */
    needsProof(attempt: Attempt): { isNews: boolean } | undefined {
      const { account } = keysOf(attempt)
      return perAccount.waitMs(account) > 0 ? { isNews: isNews(`proof ${account}`) } : undefined
    },
    /** Counts an attempt before its outcome is known. Throws `LockedOutError`. */
    take(attempt: Attempt): void {
      check(attempt)
      const { both, account, place } = keysOf(attempt)
      perAddress.consume(place)
      perBoth.consume(both)
      perAccount.consume(account)
    },
    /**
     * Counts a code before it is checked. Throws `LockedOutError`. Recovery codes are too long to be guessed, so they stay
     * usable while an attacker who has the password guesses codes.
     */
    takeCode(attempt: Attempt, code: string): void {
      if (!isAppCode(code)) return
      const { both, account } = keysOf(attempt)
      const waitMs = codes.waitMs(account)
      if (waitMs > 0) throw new LockedOutError(waitMs, isNews(`locked ${both}`))
      codes.consume(account)
    },
    /** The password was right and the code is missing: not a failure, and not a success that resets earlier failures. */
    halfway: refund,
    /** Resets the failures of this IP address with this e-mail. */
    succeeded(attempt: Attempt): void {
      refund(attempt)
      const { both, account } = keysOf(attempt)
      perBoth.reset(both)
      codes.reset(account)
    },
  }
}
export type LoginLimits = ReturnType<typeof createLoginLimits>
