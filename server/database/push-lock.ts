import { SQL } from 'bun'
import type { Log } from '#server/lib/log.ts'
import { reasonOf } from './connection.ts'

/** Together with the schema, it names the lock under which replicas push. */
const PUSHING = 7
/** Many pushes take less; a process that was frozen would hold the lock for longer. */
const WAIT_MS = 15_000
/** Seconds. */
const CONNECT_LIMIT = 2

type Options = { url: string; log: Pick<Log, 'warn'> }

/**
 * A lock that one replica at a time holds while it fetches, merges and pushes: otherwise the one that pushed last usually wins
 * again, and the others starve. It belongs to a connection, so that a process that dies releases it.
 */
export function createPushLock({ url, log }: Options) {
  return {
    /** Never throws but what the job throws. */
    async withPushLock<T>(job: () => Promise<T>): Promise<T> {
      const sql = new SQL(url, { max: 1, idleTimeout: 0, connectionTimeout: CONNECT_LIMIT })
      try {
        await acquire(sql).catch((error) => log.warn('push lock not acquired', { reason: reasonOf(error) }))
        return await job()
      } finally {
        sql.close({ timeout: 0 }).catch(() => {})
      }
    },
  }
}

async function acquire(sql: SQL): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('late')), WAIT_MS)
  const acquiring = sql`select pg_advisory_lock(${PUSHING}, hashtext(current_schema()))`
  await Promise.race([acquiring, late.promise]).finally(() => clearTimeout(timer))
}
