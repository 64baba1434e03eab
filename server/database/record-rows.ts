import type { SQL } from 'bun'
import { type LogLine, parseRecord } from '#server/storage/read-log.ts'
import { DuplicateRecordError, type UniqueKeys } from '#server/storage/record-log.ts'
import { isUniqueViolation } from './connection.ts'
import type { LogName } from './log-states.ts'

type Row = { position: number; length: number; line: string }

/** Rows that are read at once. */
const BATCH = 500
const SPACE = 32
const LINE_BREAK = 10

/** A line as a file has it: with its line break, and padded if a shorter record has replaced it. */
function toLogLine({ position, length, line }: Row): LogLine {
  const text = Buffer.from(line)
  const bytes = Buffer.alloc(Math.max(length, text.length + 1), SPACE)
  text.copy(bytes)
  bytes[bytes.length - 1] = LINE_BREAK
  const record = parseRecord(text)
  return { offset: position, bytes, record, isDamaged: !record }
}

/** The size of a line in a log file. */
export const sizeOf = (line: string): number => Buffer.byteLength(line) + 1

type Run = <T>(work: (sql: SQL) => Promise<T>) => Promise<T>

/** Reads rows from `from` to `end`, in batches. `run` is `Connection.run`, or runs in a transaction. */
export async function* readRows(run: Run, log: LogName, from: number, end: number): AsyncGenerator<LogLine[]> {
  for (let position = from; position < end; ) {
    const after = position
    const rows = await run(
      (sql) =>
        sql<Row[]>`
          select position::float8 as position, length, line from site_record
          where log = ${log} and position >= ${after}::float8::bigint and position < ${end}::float8::bigint
          order by position limit ${BATCH}`,
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(toLogLine)
    position = last.position + last.length
  }
}

/** Reads rows before `end`, last one first, in batches. */
export async function* readRowsBackward(run: Run, log: LogName, end: number): AsyncGenerator<LogLine[]> {
  for (let position = end; ; ) {
    const before = position
    const rows = await run(
      (sql) =>
        sql<Row[]>`
          select position::float8 as position, length, line from site_record
          where log = ${log} and position < ${before}::float8::bigint order by position desc limit ${BATCH}`,
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(toLogLine)
    position = last.position
  }
}

/** Reads the rows at these positions. */
export async function rowsAt(sql: SQL, log: LogName, positions: readonly number[]): Promise<LogLine[]> {
  const rows = await sql<Row[]>`
    select position::float8 as position, length, line from site_record
    where log = ${log} and position = any(string_to_array(${positions.join(',')}, ',')::bigint[])`
  return rows.map(toLogLine)
}

type NewRow = { id: string; line: string; keys: UniqueKeys }

/**
 * Appends a row at the end of the log and returns its position. The same `id` again stores nothing. Throws
 * `DuplicateRecordError` when another row has one of the keys.
 */
export async function insertRow(sql: SQL, log: LogName, { id, line, keys }: NewRow): Promise<number> {
  const length = sizeOf(line)
  const { request = null, username = null, email = null } = keys
  try {
    const [row] = await sql<[{ position: number }]>`
      with place as (
        update site_log set position = position + ${length}::int where name = ${log}
        returning position - ${length}::int as position
      )
      insert into site_record (log, position, length, line, append_id, request, username, email)
      select ${log}, position, ${length}::int, ${line}, ${id}::uuid, ${request}::text, ${username}::text, ${email}::text
      from place returning position::float8 as position`
    return row.position
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const [row] = await sql<{ position: number }[]>`
      select position::float8 as position from site_record where append_id = ${id}::uuid`
    if (!row) throw new DuplicateRecordError()
    return row.position
  }
}

/**
 * Replaces the line at a position if its record has this id, frees its keys, and returns the number of changed rows. The id
 * is read here: PostgreSQL rejects records with `\u0000` or half a surrogate pair when it looks into them.
 */
export async function replaceRow(
  sql: SQL,
  log: LogName,
  { id, offset }: { id: string; offset: number },
  line: string,
): Promise<number> {
  const [old] = await sql<{ line: string }[]>`
    select line from site_record where log = ${log} and position = ${offset}::float8::bigint`
  if (!old || parseRecord(Buffer.from(old.line))?.id !== id) return 0
  const [row] = await sql<[{ changed: number }]>`
    with changed as (
      update site_record set line = ${line}, request = null, username = null, email = null
      where log = ${log} and position = ${offset}::float8::bigint and line = ${old.line}
      returning position
    ), noted as (
      update site_log set generation = gen_random_uuid() where name = ${log} and exists (select from changed)
    )
    select count(*)::int as changed from changed`
  return row.changed
}

/** Deletes rows before a position. */
export const deleteRowsBefore = async (sql: SQL, log: LogName, position: number): Promise<void> =>
  void (await sql`delete from site_record where log = ${log} and position < ${position}::float8::bigint`)

/** Deletes the rows in front of the first one with this time, or a later one; without such a one, none. Lines begin with their time. */
export const deleteRowsOfBefore = async (sql: SQL, log: LogName, time: string): Promise<void> =>
  void (await sql`
    delete from site_record where log = ${log} and position < (
      select min(position) from site_record
      where log = ${log} and substring(line from '^\\{"time":"([^"]{1,40})"') >= ${time})`)
