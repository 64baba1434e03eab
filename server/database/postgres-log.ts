import type { RecordLog } from '#server/storage/record-log.ts'
import type { Connection } from './connection.ts'
import type { LogName, LogStates } from './log-states.ts'
import { deleteRowsBefore, insertRow, readRows, readRowsBackward, replaceRow, rowsAt, sizeOf } from './record-rows.ts'

/** As much as the files of the audit log take. */
export const AUDIT_MAX_BYTES = 25 * 1024 * 1024
/** Old rows of a bounded log are deleted once for so many bytes. */
const PRUNE_BYTES = 256 * 1024

type LogOptions = {
  connection: Connection
  states: LogStates
  /** Beyond this size, the oldest records are deleted. */
  maxBytes?: number
}

/** A log in PostgreSQL. Everything throws `StorageError`, which includes `DatabaseAwayError`. */
export function createPostgresLog(name: LogName, { connection, states, maxBytes }: LogOptions): RecordLog {
  const { run, transaction } = connection
  let appended = 0

  /** Without it the log grows on: better a long log than none. */
  async function prune(before: number, end: number) {
    if (maxBytes === undefined || Math.floor(before / PRUNE_BYTES) === Math.floor(end / PRUNE_BYTES)) return
    await run((sql) => deleteRowsBefore(sql, name, end - maxBytes)).catch(() => {})
  }

  return {
    source: name,
    end: () => states.stateOf(name).position,
    generation: () => states.stateOf(name).generation,
    refresh: states.refresh,
    // Records before a position are those of the generation.
    checksumAt: async () => states.stateOf(name).generation,
    lines: ({ from, end }) => readRows(run, name, from, end),
    async records(places) {
      if (places.length === 0) return new Map()
      const offsets = places.map(({ offset }) => offset)
      const lines = await run((sql) => rowsAt(sql, name, offsets))
      const byOffset = new Map(lines.map((line) => [line.offset, line.record]))
      return new Map(
        places.flatMap((place) => {
          const record = byOffset.get(place.offset)
          return record ? [[place, record] as const] : []
        }),
      )
    },
    async append(line, keys = {}) {
      const id = Bun.randomUUIDv7()
      const position = await run((sql) => insertRow(sql, name, { id, line, keys }))
      appended++
      const end = position + sizeOf(line)
      states.advance(name, end)
      await prune(position, end)
    },
    async replace(old, record) {
      const changed = await transaction((tx) => replaceRow(tx, name, old, JSON.stringify(record)))
      await states.refresh()
      return changed
    },
    appended: () => appended,
    onAppend: (listener) => states.onChange(name, listener),
    isHealthy: connection.isReachable,
    close: async () => {},
  }
}

/** The same log, newest records first, for the pages of the audit log. */
export const createBackwardReader = (name: LogName, { connection, states }: LogOptions) => ({
  async open() {
    await states.refresh()
    const linesBefore = (end: number) => readRowsBackward(connection.run, name, end)
    return { parts: [{ end: states.stateOf(name).position, linesBefore }], close: async () => {} }
  },
})
