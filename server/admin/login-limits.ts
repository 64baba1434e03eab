import { createAttempts } from '#server/http/attempts.ts'
import { TooMany } from '#server/http/refusals.ts'

const WINDOW_MS = 15 * 60 * 1000
/** Few for an address and e-mail together, many for an e-mail from everywhere: a stranger cannot easily lock the administrator out. */
const TRIES_PER_ADDRESS_AND_EMAIL = 5
const TRIES_PER_EMAIL = 50

/** Slows down who guesses passwords (decision 28). `now` in milliseconds. */
export function createLoginLimits(now: () => number) {
  const perBoth = createAttempts({ limit: TRIES_PER_ADDRESS_AND_EMAIL, windowMs: WINDOW_MS, now })
  const perEmail = createAttempts({ limit: TRIES_PER_EMAIL, windowMs: WINDOW_MS, now })
  const keysOf = (address: string, email: string) => {
    const name = email.toLowerCase()
    return { both: `${address} ${name}`, name }
  }

  return {
    /** Counts a try before its outcome is known. Throws `TooMany`. */
    take(address: string, email: string): void {
      const { both, name } = keysOf(address, email)
      const waitMs = Math.max(perBoth.waitMs(both), perEmail.waitMs(name))
      if (waitMs > 0) throw new TooMany(sentence(waitMs), waitMs / 1000)
      perBoth.take(both)
      perEmail.take(name)
    },
    /** The try was right: it does not count, and the failures from this address are forgotten. */
    succeeded(address: string, email: string): void {
      const { both, name } = keysOf(address, email)
      perBoth.forget(both)
      perEmail.giveBack(name)
    },
  }
}
export type LoginLimits = ReturnType<typeof createLoginLimits>

function sentence(waitMs: number): string {
  const minutes = Math.ceil(waitMs / 60_000)
  return `Too many failed logins. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}
