import { LockedOutError } from '#server/admin/login/login-limits.ts'
import { isAppCode } from '#server/admin/people/second-factor.ts'
import type { Identified, Identity } from '#server/http/identity.ts'
import { createSlidingWindow } from '#server/lib/rate-limiter.ts'

const WINDOW_MS = 15 * 60 * 1000
const TRIES_PER_SESSION = 5
/** Of all sessions of an administrator: there are only a million codes. */
const CODES_PER_ADMINISTRATOR = 10

/**
 * Limits guesses of who has a session and is asked again. Only these count: failed logins of strangers, in the same network too,
 * cannot keep an administrator from confirming. `now` in milliseconds.
 */
export function createConfirmationLimits(now: () => number) {
  const sliding = (limit: number) => createSlidingWindow({ limit, windowMs: WINDOW_MS, now })
  const perSession = sliding(TRIES_PER_SESSION)
  const codes = sliding(CODES_PER_ADMINISTRATOR)
  const reported = sliding(1)

  /** Records the first rejection of a session in a window. */
  async function reject({ who, audit }: Identified<Identity>, waitMs: number): Promise<never> {
    const { id } = who.session
    const isNews = reported.waitMs(id) === 0
    if (isNews) {
      reported.consume(id)
      await audit('confirmation.failed', { detail: 'locked' })
    }
    throw new LockedOutError(waitMs, isNews, 'confirmations')
  }

  return {
    /** Counts a try before its outcome is known. Recovery codes are too long to be guessed. Throws `LockedOutError`. */
    async take(sent: Identified<Identity>, code = ''): Promise<void> {
      const { session, person } = sent.who
      const isCounted = isAppCode(code)
      const waitMs = Math.max(perSession.waitMs(session.id), isCounted ? codes.waitMs(person.id) : 0)
      if (waitMs > 0) return reject(sent, waitMs)
      perSession.consume(session.id)
      if (isCounted) codes.consume(person.id)
    },
    /** Gives a try back that was no failure. */
    refund({ session, person }: Identity, code = ''): void {
      perSession.refund(session.id)
      if (isAppCode(code)) codes.refund(person.id)
    },
    /** Resets the failures of this session, and takes a correct code back. */
    succeeded({ session, person }: Identity, code = ''): void {
      perSession.reset(session.id)
      if (isAppCode(code)) codes.refund(person.id)
    },
  }
}
export type ConfirmationLimits = ReturnType<typeof createConfirmationLimits>
