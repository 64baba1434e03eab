import { createPasswords, type HashCost, PasswordsBusy } from '#server/admin/passwords.ts'
import { Busy } from '#server/http/refusals.ts'

/** How many sign-ups may wait for their hash; each takes a core for a tenth of a second. */
const WAITING_MAX = 100

/** argon2id in a queue of its own, at most two at once: a storm of sign-ups does not keep the administrator out. Throws `Busy`. */
export function createHash(cost?: HashCost) {
  const passwords = createPasswords(cost, WAITING_MAX)
  return (password: string) => passwords.hash(password).catch(refuseWhenBusy)
}

function refuseWhenBusy(error: unknown): never {
  if (error instanceof PasswordsBusy) throw new Busy('Too many sign-ups at once. Please try again in a moment.', 5)
  throw error
}
