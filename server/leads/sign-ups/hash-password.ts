import { DEFAULT_COST } from '#server/admin/passwords.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import { oneAtATime } from '#server/lib/mutex.ts'
import { createHashing } from './hashing.ts'

/** How many sign-ups may wait for their hash; each takes a core for a tenth of a second. */
const WAITING_MAX = 100

/**
 * argon2id, one at a time and apart from the administrator's: a storm of sign-ups leaves a core to the pages, and does
 * not keep the administrator out. Throws `UnavailableError`.
 */
export function createHash(cost = DEFAULT_COST, hashing = createHashing()) {
  const alone = oneAtATime()
  let pending = 0
  return async function hash(password: string): Promise<string> {
    if (pending > WAITING_MAX) throw new UnavailableError('Too many sign-ups at once. Please try again in a moment.', 5)
    pending++
    try {
      return await alone(() => hashing({ password, cost }))
    } finally {
      pending--
    }
  }
}
