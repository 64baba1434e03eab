import type { SQL } from 'bun'
import { ConflictError } from '#server/lib/errors.ts'
import type { UniqueKeys } from '#server/storage/record-log.ts'
import { type Connection, isUniqueViolation } from './connection.ts'
import { type LogName, logNames } from './log-states.ts'
import { AUDIT_MAX_BYTES } from './postgres-log.ts'
import { readRows } from './record-rows.ts'
import { importCopies } from './stored-copies.ts'
import { importTexts, type StoredText } from './stored-texts.ts'

/** A record to import: its text without padding, and the length of its line in bytes. */
export type StoredLine = { text: string; length: number; keys: UniqueKeys }
/** The progress of a channel in a log. */
export type StoredCursor = {
  log: LogName
  channel: string
  cursor: { after: string; offset: number; attempts: number; notBefore: number }
}

/** The oldest audit events are left out, because they could be deleted while they are read. */
const SPARE_BYTES = 1024 * 1024
/** All records are imported in one transaction, which may take long. */
const IMPORT_LIMIT_MS = 600_000

/** Whether there is no record in the database. */
export const isEmpty = ({ run }: Connection): Promise<boolean> =>
  run(async (sql) => (await sql`select 1 from site_record limit 1`).length === 0)

type Import = {
  lines(log: LogName): AsyncIterable<readonly StoredLine[]>
  cursors: readonly StoredCursor[]
  texts: readonly StoredText[]
  /** Working copies under the names of their files. */
  copies: readonly StoredText[]
  /** Deletes what is in the database, in the same transaction. */
  replace: boolean
}

/**
 * Stores all records, cursors, texts and working copies, or none. Throws `ConflictError` when the database is not empty or a key occurs twice, and
 * `StorageError`.
 */
export async function importRecords(
  { transaction }: Connection,
  { lines, cursors, texts, copies, replace }: Import,
): Promise<void> {
  const work = async (tx: SQL) => {
    // Appends wait until the end.
    await tx`select from site_log for update`
    if (replace) await tx.unsafe('delete from site_record; delete from site_cursor')
    else if ((await tx`select 1 from site_record limit 1`).length > 0)
      throw new ConflictError('The database has records already.')
    for (const log of logNames) {
      let position = 0
      for await (const batch of lines(log)) {
        await insertBatch(tx, log, position, batch)
        position += batch.reduce((sum, { length }) => sum + length, 0)
      }
      await tx`
          update site_log set position = ${position}::float8::bigint, generation = gen_random_uuid() where name = ${log}`
    }
    await importTexts(tx, texts, replace)
    await importCopies(tx, copies, replace)
    for (const { log, channel, cursor } of cursors)
      await tx`
          insert into site_cursor (log, channel, after, position, attempts, not_before)
          values (${log}, ${channel}, ${cursor.after}, ${cursor.offset}::float8::bigint, ${cursor.attempts}::int,
            ${cursor.notBefore}::float8::bigint)`
  }
  await transaction(
    (tx) =>
      work(tx).catch((error) => {
        if (isUniqueViolation(error)) throw new ConflictError('Two records have the same e-mail, username or request.')
        throw error
      }),
    IMPORT_LIMIT_MS,
  )
}

async function insertBatch(sql: SQL, log: LogName, start: number, batch: readonly StoredLine[]): Promise<void> {
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

export async function exportCursors({ run }: Connection): Promise<StoredCursor[]> {
  const rows = await run(
    (sql) => sql<({ log: LogName; channel: string } & StoredCursor['cursor'])[]>`
      select log, channel, after, position::float8 as offset, attempts, not_before::float8 as "notBefore"
      from site_cursor order by log, channel`,
  )
  return rows.map(({ log, channel, ...cursor }) => ({ log, channel, cursor }))
}
