import { createAttempts } from '#server/http/attempts.ts'
import { TooMany } from '#server/http/refusals.ts'
import { limitedAs } from '#server/http/short-address.ts'

const WINDOW_MS = 15 * 60 * 1000
/** Few for an address and e-mail together, many for an e-mail from everywhere: a stranger cannot easily lock the administrator out. */
const TRIES_PER_ADDRESS_AND_EMAIL = 5
const TRIES_PER_EMAIL = 50
/** For an address with whatever e-mail: made-up ones must not push those that are counted out of the memory, which is bounded. */
const TRIES_PER_ADDRESS = 100
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
  const perAddress = createAttempts({ limit: TRIES_PER_ADDRESS, windowMs: WINDOW_MS, now })
  const perEmail = createAttempts({ limit: TRIES_PER_EMAIL, windowMs: WINDOW_MS, now })
  const codes = createAttempts({ limit: CODES_PER_EMAIL, windowMs: WINDOW_MS, now })
  const told = createAttempts({ limit: 1, windowMs: WINDOW_MS, now })
  const keysOf = (address: string, email: string) => {
    const name = email.toLowerCase()
    const place = limitedAs(address)
    return { both: `${place} ${name}`, name, place }
  }

  function refuse(waitMs: number, key: string): never {
    const isNews = told.waitMs(key) === 0
    if (isNews) told.take(key)
    throw new LockedOut(waitMs, isNews)
  }

  return {
    /** Counts a try before its outcome is known. Throws `LockedOut`. */
    take(address: string, email: string): void {
      const { both, name, place } = keysOf(address, email)
      const waitMs = Math.max(perAddress.waitMs(place), perBoth.waitMs(both), perEmail.waitMs(name))
      if (waitMs > 0) refuse(waitMs, both)
      perAddress.take(place)
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
      const { both, name, place } = keysOf(address, email)
      perAddress.giveBack(place)
      perBoth.giveBack(both)
      perEmail.giveBack(name)
    },
    /** The try was right: it does not count, and the failures from this address are forgotten. */
    succeeded(address: string, email: string): void {
      const { both, name, place } = keysOf(address, email)
      perAddress.giveBack(place)
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
