import { RateLimitError } from '#server/lib/errors.ts'
import { limitedAs } from './anonymize-ip.ts'
import { createAttempts } from './sliding-window.ts'

export type AddressLimits = {
  /** Counts a try from this address. Throws `RateLimitError`, with a sentence that says when to try again. */
  take(address: string): void
}
export type AddressLimitRules = { limit: number; windowMs: number; now?: () => number; what: string }

/** So many tries for an address in a time. `what` begins the sentence: `Too many sign-ups`. */
export function createAddressLimits({ what, ...rules }: AddressLimitRules): AddressLimits {
  const attempts = createAttempts(rules)
  return {
    take(address) {
      const key = limitedAs(address)
      const waitMs = attempts.waitMs(key)
      if (waitMs > 0) throw new RateLimitError(sentence(what, waitMs), waitMs / 1000)
      attempts.take(key)
    },
  }
}

function sentence(what: string, waitMs: number): string {
  const minutes = Math.ceil(waitMs / 60_000)
  return `${what} from your network. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}
