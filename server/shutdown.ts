import { errorFields, type Log } from '#server/http/log.ts'

/** Requests in flight get this long before the process ends without them. */
const GRACE_MS = 9_000

/** Ends the process on SIGTERM and SIGINT after `finish`. A second signal ends it at once. */
export function closeOnSignals(finish: () => Promise<void>, log: Log): void {
  let closing = false
  const close = async (signal: NodeJS.Signals) => {
    if (closing) process.exit(1)
    closing = true
    log.info('closing', { signal })
    await Promise.race([
      finish().catch((error) => log.error('closing failed', errorFields(error))),
      Bun.sleep(GRACE_MS),
    ])
    process.exit(0)
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
}

/**
 * Ends the process after an uncaught exception, because its state is unknown. An unhandled rejection affects only one
 * request or rendering, so the process continues.
 */
export function logUncaught(log: Log): void {
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', errorFields(error)))
  process.on('uncaughtException', (error) => {
    log.error('uncaught exception', errorFields(error))
    process.exit(1)
  })
}
