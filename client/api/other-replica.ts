import { CANNOT_SAVE_HEADER, OTHER_REPLICA_HEADER } from '#contract/other-replica.ts'
import type { Browser } from './http.ts'

/** Longer than the interval in which the proxy asks each replica whether it can save. */
const OTHER_REPLICA_DELAY_MS = 1_500
/** What was saved on another replica is read there, too, until the one that cannot save is likely repaired. */
const OTHER_REPLICA_MS = 5 * 60_000
/** The sessionStorage key of when that ends. */
const OTHER_REPLICA_KEY = 'other_replica_until'

/** For all requests, while another replica is in use. */
export const headersForOtherReplica = (browser: Browser): Readonly<Record<string, string>> =>
  isInUse(browser) ? { [OTHER_REPLICA_HEADER]: 'true' } : {}

/** Whether a request is sent once more, to another replica, which then gets all requests for five minutes. */
export async function isSentToOtherReplica({ status, headers }: Response, browser: Browser): Promise<boolean> {
  if (status !== 503 || !headers.has(CANNOT_SAVE_HEADER) || isInUse(browser) || !use(browser)) return false
  await new Promise((resolve) => setTimeout(resolve, OTHER_REPLICA_DELAY_MS))
  return true
}

/** Storage may be disabled: then no request goes to another replica. */
function isInUse(browser: Browser): boolean {
  try {
    return Date.now() < Number(browser.sessionStorage.getItem(OTHER_REPLICA_KEY) ?? 0)
  } catch {
    return false
  }
}

/** Returns whether all requests go to another replica from now on. */
function use(browser: Browser): boolean {
  try {
    browser.sessionStorage.setItem(OTHER_REPLICA_KEY, String(Date.now() + OTHER_REPLICA_DELAY_MS + OTHER_REPLICA_MS))
    return true
  } catch {
    return false
  }
}
