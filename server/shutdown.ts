import { factsOf } from '#server/http/error-handler.ts'
import type { Log } from '#server/http/log.ts'

/** Requests in flight get this long before the process ends without them. */
const GRACE_MS = 9_000

/** Ends the process on SIGTERM and SIGINT: `finish` stops accepting and waits for what is in flight. A second signal does not wait. */
export function closeOnSignals(finish: () => Promise<void>, log: Log): void {
  let closing = false
  const close = async (signal: NodeJS.Signals) => {
    if (closing) process.exit(1)
    closing = true
    log.info('closing', { signal })
    await Promise.race([finish().catch((error) => log.error('closing failed', factsOf(error))), Bun.sleep(GRACE_MS)])
    process.exit(0)
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
}

/**
 * The last resort. After an exception that nobody caught, nothing is certain: the process ends and is started anew.
 * A promise that nobody waited for has failed for one request or one redraw alone: the site goes on.
 */
export function logUncaught(log: Log): void {
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', factsOf(error)))
  process.on('uncaughtException', (error) => {
    log.error('uncaught exception', factsOf(error))
    process.exit(1)
  })
}
