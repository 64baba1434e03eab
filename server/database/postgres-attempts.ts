import type { SQL } from 'bun'
import { type Attempts, type Counted, type Lock, longestOf } from '#server/storage/attempts.ts'
import type { Connection } from './connection.ts'
import { fingerprintOf } from './fingerprint.ts'

/** How far the clocks of machines may differ: an attempt that is further in the future does not count. */
const CLOCK_LEEWAY_MS = 60_000

/** Attempts of all processes, a row for each. Keys have e-mail and IP addresses, so only their fingerprints are stored. */
export function createPostgresAttempts(
  { run, transaction }: Pick<Connection, 'run' | 'transaction'>,
  now: () => number,
): Attempts {
  const keyOf = ([{ name }, key]: Counted) => fingerprintOf(name, key)

  async function lockIn(sql: SQL, counted: Counted): Promise<Lock> {
    const [{ limit, windowMs }] = counted
    const [first] = await sql<{ at: number }[]>`
      select at::float8 as at from site_attempt
      where key = ${keyOf(counted)} and at > ${now() - windowMs}::float8::bigint and at <= ${now() + CLOCK_LEEWAY_MS}::float8::bigint
      order by at desc offset ${limit - 1}::int limit 1`
    return { counted, waitMs: first ? first.at + windowMs - now() : 0 }
  }

  async function longest(sql: SQL, counted: readonly Counted[]): Promise<Lock | undefined> {
    const locks: Lock[] = []
    for (const one of counted) locks.push(await lockIn(sql, one))
    return longestOf(locks)
  }

  return {
    lockOf: (counted) => run((sql) => longest(sql, counted)),
    take(counted, checked) {
      const rows = counted.map((one) => ({ id: crypto.randomUUID(), key: keyOf(one), windowMs: one[0].windowMs }))
      const keys = [...new Set([...counted, ...checked].map(keyOf))].sort()
      return transaction(async (tx) => {
        for (const key of keys) await tx`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`
        const lock = await longest(tx, checked)
        if (lock) return lock
        const at = now()
        for (const { id, key, windowMs } of rows) {
          // Attempts in the future: the clock was set back, and they would count once it has caught up.
          await tx`
            delete from site_attempt where key = ${key} and
              (at <= ${at - windowMs}::float8::bigint or at > ${at + CLOCK_LEEWAY_MS}::float8::bigint)`
          await tx`insert into site_attempt (id, key, at) values (${id}::uuid, ${key}, ${at}::float8::bigint)`
        }
      })
    },
    refund: (counted) =>
      transaction(async (tx) => {
        for (const one of counted)
          await tx`
            delete from site_attempt where id in
              (select id from site_attempt where key = ${keyOf(one)} order by at desc limit 1)`
      }),
    reset: (counted) =>
      transaction(async (tx) => {
        for (const one of counted) await tx`delete from site_attempt where key = ${keyOf(one)}`
      }),
  }
}
