import { useEffect } from 'react'
import { fetchAccount } from '#client/api/account.ts'

/** A session that is ended elsewhere is noticed within a minute. */
export const SESSION_CHECK_MS = 45_000

/**
 * Asks the server whether the session is still valid: at this interval while the page is visible, and when it becomes
 * visible again. The response to an ended session leaves the page; any other failure is ignored until the next check.
 */
export function useSessionWatch(active: boolean, intervalMs = SESSION_CHECK_MS) {
  useEffect(() => {
    if (!active) return
    const check = () => {
      if (document.visibilityState === 'visible') fetchAccount().catch(() => {})
    }
    const timer = setInterval(check, intervalMs)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [active, intervalMs])
}
