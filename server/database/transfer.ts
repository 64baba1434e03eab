import type { SQL } from 'bun'
import { ConflictError } from '#server/lib/errors.ts'
import type { StoredValue } from '#server/storage/keyed-store.ts'
import type { UniqueKeys } from '#server/storage/record-log.ts'
import { type Connection, isUniqueViolation } from './connection.ts'
import { type LogName, logNames } from './log-states.ts'
import { AUDIT_MAX_BYTES } from './postgres-log.ts'
import { readRows, replaceRow } from './record-rows.ts'
import { importValues } from './tables.ts'

/** A record of a store: its text without padding, and the place of its line in bytes. */
export type StoredLine = { text: string; offset: number; length: number; keys: UniqueKeys }

/** The oldest audit events are left out, because they could be deleted while they are read. */
const SPARE_BYTES = 1024 * 1024
/** All records are imported in one transaction, which may take long. */
const IMPORT_LIMIT_MS = 600_000

/** Whether there is no record in the database. */
export const isEmpty = ({ run }: Connection): Promise<boolean> =>
  run(async (sql) => (await sql`select 1 from site_record limit 1`).length === 0)

export type Import = {
  /** The records to append. */
  lines(log: LogName): AsyncIterable<readonly StoredLine[]>
  /** The records to replace by that of an erased lead, once `lines` was read. */
  erasures(log: LogName): readonly { id: string; offset: number; line: StoredLine }[]
  /** Accounts, keys, sessions and working copies. */
  values: readonly StoredValue[]
  /** Once the records were read. `ends`: of the logs, with them. */
  cursors(ends: ReadonlyMap<LogName, number>): readonly StoredValue[]
}
type ImportOptions = {
  /** Compares with what is in the database. Called again if the transaction has to be. */
  prepare(): Promise<Import>
  /** Deletes what is in the database, in the same transaction. */
  replace: boolean
}

/**
 * Appends records, and stores cursors, texts and working copies, or none of them. Throws `ConflictError` when a record or a key is
 * there already, and `StorageError`.
 */
export async function importRecords({ transaction }: Connection, { prepare, replace }: ImportOptions): Promise<void> {
  const work = async (tx: SQL) => {
    // Appends wait until the end.
    const logs = await tx<{ name: LogName; position: number }[]>`
      select name, position::float8 as position from site_log for update`
    if (replace) await tx.unsafe('delete from site_record; delete from site_cursor')
    const { lines, erasures, values, cursors } = await prepare()
    const ends = new Map<LogName, number>()
    for (const log of logNames) {
      let position = replace ? 0 : (logs.find(({ name }) => name === log)?.position ?? 0)
      for await (const batch of lines(log)) {
        await insertBatch(tx, log, position, batch)
        position += batch.reduce((sum, { length }) => sum + length, 0)
      }
      for (const { line, ...old } of erasures(log)) await replaceRow(tx, log, old, line.text)
      await tx`
          update site_log set position = ${position}::float8::bigint, generation = gen_random_uuid() where name = ${log}`
      ends.set(log, position)
    }
    await importValues(tx, values, replace)
    await importValues(tx, cursors(ends), false)
  }
  await transaction(
    (tx) =>
      work(tx).catch((error) => {
        if (isUniqueViolation(error)) throw new ConflictError('Other processes have stored the same meanwhile.')
        throw error
      }),
    IMPORT_LIMIT_MS,
  )
}

async function insertBatch(sql: SQL, log: LogName, start: number, batch: readonly StoredLine[]): Promise<void> {
  if (batch.length === 0) return
  let position = start
  const rows = batch.map(({ text: line, length, keys }) => {
    const row = { position, length, line, append_id: Bun.randomUUIDv7(), ...keys }
    position += length
    return row
  })
  await sql`
    insert into site_record (log, position, length, line, append_id, request, username, email)
    select ${log}, position, length, line, append_id, request, username, email
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as new(
      position bigint, length integer, line text, append_id uuid, request text, username text, email text)`
}

/** A log as of one moment, as a file would have it. */
export type ExportedLog = { log: LogName; start: number; size: number; pieces: AsyncIterable<Uint8Array> }

/**
 * Returns all logs as of one moment, to be read later: records before a position stay, with their length. Throws
 * `StorageError`.
 */
export async function exportRecords({ run }: Connection): Promise<ExportedLog[]> {
  const logs = await run(
    (sql) => sql<{ log: LogName; start: number; end: number; size: number }[]>`
      select name as log, coalesce(min(r.position), l.position)::float8 as start, l.position::float8 as end,
        coalesce(sum(greatest(length, octet_length(line) + 1)), 0)::float8 as size
      from site_log l left join site_record r on r.log = l.name and r.position < l.position
        and (l.name <> 'audit' or r.position >= l.position - ${AUDIT_MAX_BYTES - SPARE_BYTES}::float8::bigint)
      group by name, l.position order by name`,
  )
  async function* bytesOf(log: LogName, start: number, end: number) {
    for await (const lines of readRows(run, log, start, end)) for (const { bytes } of lines) yield bytes
  }
  return logs.map(({ log, start, end, size }) => ({ log, start, size, pieces: bytesOf(log, start, end) }))
}
