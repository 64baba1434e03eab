import { limitedAs } from '#server/http/anonymize-ip.ts'
import { createAttempts } from '#server/http/sliding-window.ts'
import { RateLimitError } from '#server/lib/errors.ts'
import { isAppCode } from './second-factor.ts'

const WINDOW_MS = 15 * 60 * 1000
const TRIES_PER_ADDRESS_AND_EMAIL = 5
/** From everywhere. Beyond these a login needs a proof of work: a lock would let strangers keep the administrator out. */
const TRIES_PER_EMAIL = 50
/** For an address with whatever e-mail: made-up ones must not push those that are counted out of the memory, which is bounded. */
const TRIES_PER_ADDRESS = 100
/** Wrong codes of the app, from everywhere: a guesser who gets so far has the password, and a code has but a million values. */
const CODES_PER_EMAIL = 10

/** A try that is not even looked at. */
export class LockedOut extends RateLimitError {
  /** Whether it is the first since the lock. */
  readonly isNews: boolean
  constructor(waitMs: number, isNews: boolean) {
    super(sentence(waitMs), waitMs / 1000)
    this.isNews = isNews
  }
}

/** Who tries. `device`: id of a browser that this e-mail has logged in with before. */
export type Attempt = { address: string; email: string; device: string | undefined }

/** Slows down guesses of passwords and codes (decision 28). `now` in milliseconds. */
export function createLoginLimits(now: () => number) {
  const perBoth = createAttempts({ limit: TRIES_PER_ADDRESS_AND_EMAIL, windowMs: WINDOW_MS, now })
  const perAddress = createAttempts({ limit: TRIES_PER_ADDRESS, windowMs: WINDOW_MS, now })
  const perAccount = createAttempts({ limit: TRIES_PER_EMAIL, windowMs: WINDOW_MS, now })
  const codes = createAttempts({ limit: CODES_PER_EMAIL, windowMs: WINDOW_MS, now })
  const reported = createAttempts({ limit: 1, windowMs: WINDOW_MS, now })

  /** A known browser has an `account` of its own: what strangers do with the same e-mail does not count for it. */
  const keysOf = ({ address, email, device }: Attempt) => {
    const name = email.toLowerCase()
    const place = limitedAs(address)
    return { both: `${place} ${name}`, place, account: device === undefined ? name : `device ${device}` }
  }

  /** Whether this is the first of its kind in a window: the audit log lists only that one. */
  function isNews(key: string): boolean {
    const isFirst = reported.waitMs(key) === 0
    if (isFirst) reported.take(key)
    return isFirst
  }

  /** Throws `LockedOut`. */
  function check(attempt: Attempt): void {
    const { both, place } = keysOf(attempt)
    const waitMs = Math.max(perAddress.waitMs(place), perBoth.waitMs(both))
    if (waitMs > 0) throw new LockedOut(waitMs, isNews(`locked ${both}`))
  }

  return {
    check,
    /** Whether this try needs a proof of work, and whether it is the first one that does. */
    needsProof(attempt: Attempt): { isNews: boolean } | undefined {
      const { account } = keysOf(attempt)
      return perAccount.waitMs(account) > 0 ? { isNews: isNews(`proof ${account}`) } : undefined
    },
    /** Counts a try before its outcome is known. Throws `LockedOut`. */
    take(attempt: Attempt): void {
      check(attempt)
      const { both, account, place } = keysOf(attempt)
      perAddress.take(place)
      perBoth.take(both)
      perAccount.take(account)
    },
    /**
     * Counts the code that came with a right password, before it is known whether it is right. Throws `LockedOut`.
     * Recovery codes are too long to be guessed, and stay usable when somebody who has the password guesses codes.
     */
    takeCode(attempt: Attempt, code: string): void {
      if (!isAppCode(code)) return
      const { both, account } = keysOf(attempt)
      const waitMs = codes.waitMs(account)
      if (waitMs > 0) throw new LockedOut(waitMs, isNews(`locked ${both}`))
      codes.take(account)
    },
    /** The password was right and the code is still to come: no failure, but no success either, which would forget those before. */
    halfway(attempt: Attempt): void {
      const { both, account, place } = keysOf(attempt)
      perAddress.giveBack(place)
      perBoth.giveBack(both)
      perAccount.giveBack(account)
    },
    /** The try was right: it does not count, and the failures from this address are forgotten. */
    succeeded(attempt: Attempt): void {
      const { both, account, place } = keysOf(attempt)
      perAddress.giveBack(place)
      perBoth.forget(both)
      perAccount.giveBack(account)
      codes.forget(account)
    },
  }
}
export type LoginLimits = ReturnType<typeof createLoginLimits>

function sentence(waitMs: number): string {
  const minutes = Math.ceil(waitMs / 60_000)
  return `Too many failed logins. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}
