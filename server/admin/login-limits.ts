import { createAttempts } from '#server/http/attempts.ts'
import { TooMany } from '#server/http/refusals.ts'

const WINDOW_MS = 15 * 60 * 1000
/** Few for an address and e-mail together, many for an e-mail from everywhere: a stranger cannot easily lock the administrator out. */
const TRIES_PER_ADDRESS_AND_EMAIL = 5
const TRIES_PER_EMAIL = 50
/** Wrong codes from everywhere: who gets so far has the password, and a code has but a million values. */
const CODES_PER_EMAIL = 10

/** A try that is not even looked at. */
export class LockedOut extends TooMany {
  /** Whether it is the first since the lock. */
  readonly isNews: boolean
  constructor(waitMs: number, isNews: boolean) {
    super(sentence(waitMs), waitMs / 1000)
    this.isNews = isNews
  }
}

/** Slows down who guesses passwords and codes (decision 28). `now` in milliseconds. */
export function createLoginLimits(now: () => number) {
  const perBoth = createAttempts({ limit: TRIES_PER_ADDRESS_AND_EMAIL, windowMs: WINDOW_MS, now })
  const perEmail = createAttempts({ limit: TRIES_PER_EMAIL, windowMs: WINDOW_MS, now })
  const codes = createAttempts({ limit: CODES_PER_EMAIL, windowMs: WINDOW_MS, now })
  const told = createAttempts({ limit: 1, windowMs: WINDOW_MS, now })
  const keysOf = (address: string, email: string) => {
    const name = email.toLowerCase()
    return { both: `${address} ${name}`, name }
  }

  function refuse(waitMs: number, key: string): never {
    const isNews = told.waitMs(key) === 0
    if (isNews) told.take(key)
    throw new LockedOut(waitMs, isNews)
  }

  return {
    /** Counts a try before its outcome is known. Throws `LockedOut`. */
    take(address: string, email: string): void {
      const { both, name } = keysOf(address, email)
      const waitMs = Math.max(perBoth.waitMs(both), perEmail.waitMs(name))
      if (waitMs > 0) refuse(waitMs, both)
      perBoth.take(both)
      perEmail.take(name)
    },
    /** Counts the code that came with a right password, before it is known whether it is right. Throws `LockedOut`. */
    takeCode(address: string, email: string): void {
      const { both, name } = keysOf(address, email)
      const waitMs = codes.waitMs(name)
      if (waitMs > 0) refuse(waitMs, both)
      codes.take(name)
    },
    /** The password was right and the code is still to come: no failure, but no success either, which would forget those before. */
    halfway(address: string, email: string): void {
      const { both, name } = keysOf(address, email)
      perBoth.giveBack(both)
      perEmail.giveBack(name)
    },
    /** The try was right: it does not count, and the failures from this address are forgotten. */
    succeeded(address: string, email: string): void {
      const { both, name } = keysOf(address, email)
      perBoth.forget(both)
      perEmail.giveBack(name)
      codes.forget(name)
    },
  }
}
export type LoginLimits = ReturnType<typeof createLoginLimits>

function sentence(waitMs: number): string {
  const minutes = Math.ceil(waitMs / 60_000)
  return `Too many failed logins. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}
