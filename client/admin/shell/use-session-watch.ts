import { useEffect } from 'react'
import { fetchAccount } from '#client/api/account.ts'

/** A visible page notices within a minute that its session was ended elsewhere. */
const CHECK_MS = 45_000
/** After a failed check. */
const RETRY_MS = 10_000

/**
 * Asks the server whether the session is still valid: at this interval while the page is visible, sooner after a failure, and
 * when it becomes visible again. The response to an ended session leaves the page; any other failure is ignored.
 */
export function useSessionWatch(active: boolean, intervalMs = CHECK_MS, retryMs = RETRY_MS) {
  useEffect(() => {
    if (!active) return
    let stopped = false
    let timer: ReturnType<typeof setTimeout>
    const checkIn = (ms: number) => {
      clearTimeout(timer)
      if (!stopped) timer = setTimeout(check, ms)
    }
    const check = () => {
      checkIn(intervalMs)
      if (document.visibilityState === 'visible') fetchAccount().catch(() => checkIn(retryMs))
    }
    checkIn(intervalMs)
    document.addEventListener('visibilitychange', check)
    return () => {
      stopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [active, intervalMs, retryMs])
}
