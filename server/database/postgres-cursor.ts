import type { Connection } from './connection.ts'
import type { LogName } from './log-states.ts'

/** Longer than any delivery takes. A process that was killed holds back the others for so long. */
const LEASE_SECONDS = 60

type Cursor = { after: string; offset: number; attempts: number; notBefore: number }

/**
 * The progress of a channel in a log, shared by several processes. `holder` is this process, which holds the cursor while
 * it delivers. Everything throws `StorageError`, which includes `DatabaseAwayError`.
 */
export function createPostgresCursor(
  { run, transaction }: Pick<Connection, 'run' | 'transaction'>,
  { log, channel, holder }: { log: LogName; channel: string; holder: string },
) {
  /** What could not be stored yet. It counts, because a lead that was delivered must not be delivered again. */
  let unsaved: Cursor | undefined

  const read = async (): Promise<Cursor | 'none'> => {
    const [row] = await run(
      (sql) =>
        sql<Cursor[]>`
          select after, position::float8 as offset, attempts, not_before::float8 as "notBefore"
          from site_cursor where log = ${log} and channel = ${channel}`,
    )
    return row ? { ...row } : 'none'
  }

  /** Stores the cursor and lets it go, unless another process has taken it over: once, because that one may have gone on since. */
  async function write(cursor: Cursor): Promise<void> {
    unsaved = cursor
    const { after, offset, attempts, notBefore } = cursor
    await transaction(
      (tx) => tx`
        insert into site_cursor as stored (log, channel, after, position, attempts, not_before)
        values (${log}, ${channel}, ${after}, ${offset}::float8::bigint, ${attempts}::int, ${notBefore}::float8::bigint)
        on conflict (log, channel) do update set after = excluded.after, position = excluded.position,
          attempts = excluded.attempts, not_before = excluded.not_before, holder = null, held_until = null
        where stored.holder = ${holder}::uuid or stored.holder is null or stored.held_until < now()`,
    )
    unsaved = undefined
  }

  return {
    read,
    write,
    async claim({ after, attempts }: Cursor): Promise<Cursor | 'held' | 'mine'> {
      if (unsaved) await write(unsaved)
      const rows = await run(
        (sql) => sql`
          update site_cursor set holder = ${holder}::uuid, held_until = now() + make_interval(secs => ${LEASE_SECONDS}::int)
          where log = ${log} and channel = ${channel} and after = ${after} and attempts = ${attempts}::int
            and (holder is null or holder = ${holder}::uuid or held_until < now())
          returning channel`,
      )
      if (rows.length > 0) return 'mine'
      const stored = await read()
      return stored !== 'none' && (stored.after !== after || stored.attempts !== attempts) ? stored : 'held'
    },
    async release(): Promise<void> {
      await run(
        (sql) => sql`
          update site_cursor set holder = null, held_until = null
          where log = ${log} and channel = ${channel} and holder = ${holder}::uuid`,
      )
    },
  }
}
