import { LockedOutError } from '#server/admin/login/login-limits.ts'
import { isAppCode } from '#server/admin/people/second-factor.ts'
import type { Audit, Identity } from '#server/http/request.ts'
import { createSlidingWindow } from '#server/lib/rate-limiter.ts'

const WINDOW_MS = 15 * 60 * 1000
const TRIES_PER_SESSION = 5
/** Of all sessions of an administrator: there are only a million codes. */
const CODES_PER_ADMINISTRATOR = 10

/**
 * Limits guesses of who has a session and is asked again. Only these count: failed logins of strangers, in the same network too,
 * cannot keep an administrator from confirming. `now` in milliseconds.
 */
export function createConfirmationLimits(now: () => number, audit: Audit) {
  const sliding = (limit: number) => createSlidingWindow({ limit, windowMs: WINDOW_MS, now })
  const perSession = sliding(TRIES_PER_SESSION)
  const codes = sliding(CODES_PER_ADMINISTRATOR)
  const reported = sliding(1)

  /** Records the first rejection of a session in a window. */
  async function reject(request: Request, session: string, waitMs: number): Promise<never> {
    const isNews = reported.waitMs(session) === 0
    if (isNews) {
      reported.consume(session)
      await audit(request, 'confirmation.failed', { detail: 'locked' })
    }
    throw new LockedOutError(waitMs, isNews, 'confirmations')
  }

  return {
    /** Counts a try before its outcome is known. Recovery codes are too long to be guessed. Throws `LockedOutError`. */
    async take(request: Request, { session, administrator }: Identity, code = ''): Promise<void> {
      const isCounted = isAppCode(code)
      const waitMs = Math.max(perSession.waitMs(session.id), isCounted ? codes.waitMs(administrator.id) : 0)
      if (waitMs > 0) return reject(request, session.id, waitMs)
      perSession.consume(session.id)
      if (isCounted) codes.consume(administrator.id)
    },
    /** Gives a try back that was no failure. */
    refund({ session, administrator }: Identity, code = ''): void {
      perSession.refund(session.id)
      if (isAppCode(code)) codes.refund(administrator.id)
    },
    /** Resets the failures of this session, and takes a correct code back. */
    succeeded({ session, administrator }: Identity, code = ''): void {
      perSession.reset(session.id)
      if (isAppCode(code)) codes.refund(administrator.id)
    },
  }
}
export type ConfirmationLimits = ReturnType<typeof createConfirmationLimits>
