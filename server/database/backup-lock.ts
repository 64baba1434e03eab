import { hostname } from 'node:os'
import { SQL } from 'bun'
import { OperatorError } from '#server/lib/errors.ts'

/** Together with the schema, it names the lock under which a replica makes a backup. */
const BACKING_UP = 9
/** Seconds. */
const CONNECT_LIMIT = 5

/**
 * Runs a job while no other replica makes a backup. Returns the name of the one that does, without running it. The lock belongs to a
 * connection, so that a process that dies releases it. Throws `OperatorError` while the database is away, and what the job throws.
 */
export async function withBackupLock<T>(url: string, job: () => Promise<T>): Promise<{ done: T } | { host: string }> {
  const sql = new SQL(url, { max: 1, idleTimeout: 0, connectionTimeout: CONNECT_LIMIT })
  try {
    const host = await acquire(sql).catch(() => {
      throw new OperatorError('PostgreSQL does not answer at DATABASE_URL.')
    })
    return host === undefined ? { done: await job() } : { host }
  } finally {
    sql.close({ timeout: 0 }).catch(() => {})
  }
}

/** Returns the host of the replica that has the lock; `undefined`: this one. The connection has the name of its host. */
async function acquire(sql: SQL): Promise<string | undefined> {
  await sql`select set_config('application_name', ${hostname()}, false)`
  const [lock] = await sql<[{ isOurs: boolean }]>`
    select pg_try_advisory_lock(${BACKING_UP}, hashtext(current_schema())) as "isOurs"`
  if (lock.isOurs) return
  const [holder] = await sql<{ host: string }[]>`
    select application_name as host from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and classid = ${BACKING_UP}::oid
      and objid::bigint = hashtext(current_schema())::bigint & 4294967295
      and pg_locks.database = (select oid from pg_database where datname = current_database())`
  return holder?.host ?? 'another one'
}
