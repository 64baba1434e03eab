import type { Log } from '#server/lib/log.ts'
import type { Connection } from './connection.ts'

const EVERY_MS = 60_000
/** What a post's date, a session's end or a schedule may be off by without anybody noticing. */
export const CLOCK_OFFSET_MAX_MS = 5_000

type Options = { connection: Pick<Connection, 'run'>; now(): Date; log: Pick<Log, 'warn'> }

/**
 * How far this process's clock is ahead of the database's, measured at the start and every minute. A post that is saved on a
 * replica whose clock is ahead is hidden on the others until its time has come.
 */
export function createClockCheck({ connection, now, log }: Options) {
  let offsetMs = 0
  const isOff = () => Math.abs(offsetMs) > CLOCK_OFFSET_MAX_MS

  /** Keeps the last value while the database is away. Never throws. */
  async function measure(): Promise<void> {
    const before = now().getTime()
    const [row] = await connection
      .run((sql) => sql<[{ ms: number }]>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`)
      .catch(() => [])
    const after = now().getTime()
    if (!row) return
    const wasOff = isOff()
    // The answer was made at some time in between; what that leaves open counts for the clock.
    const difference = (before + after) / 2 - row.ms
    offsetMs = Math.sign(difference) * Math.max(0, Math.abs(difference) - Math.abs(after - before) / 2)
    if (isOff() && !wasOff) log.warn('clock differs from that of the database', { aheadMs: Math.round(offsetMs) })
  }
  const timer = setInterval(measure, EVERY_MS).unref()

  return {
    measure,
    /** In milliseconds; negative: behind. */
    offsetMs: () => offsetMs,
    isOff,
    close: () => clearInterval(timer),
  }
}
