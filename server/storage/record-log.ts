import { identityOf } from './locks.ts'
import {
  type LinePlace,
  type LogLine,
  type LogRecord,
  openIfExists,
  readBytes,
  readLines,
  readRecords,
} from './read-log.ts'

/** Reads a log of JSON records that only grows. A record is found by the position and length of its line, in bytes. */
export type LogReader = {
  /** Where the records are, for messages to the operator: the path of a file, or the name of a log in the database. */
  source: string
  /** The position up to which records are durable. Readers must stop there. */
  end(): number
  /** Brings `end` and `generation` up to date with what other processes have stored. Throws `StorageError`. */
  refresh(): Promise<void>
  /** Changes when another process has replaced a record. */
  generation(): string
  /** Identifies the records before a position: another value means that they are not those that were read. */
  checksumAt(position: number): Promise<string>
  /** The lines from the start of a line to `end`, in chunks. */
  lines(range: { from: number; end: number }): AsyncGenerator<LogLine[]>
  /** The records of known lines. Those that are no records are missing in the result. */
  records(places: readonly LinePlace[]): Promise<Map<LinePlace, LogRecord>>
}

/** Texts that only one record of a log may have; none in a log file, whose one writer checks them itself. */
export type UniqueKeys = { request?: string; username?: string; email?: string }

/** Another process has stored a record with one of the keys in the meantime. */
export class DuplicateRecordError extends Error {}

/** A log that this process writes. */
export type RecordLog = LogReader & {
  /** Returns once the line, given without a line break, is durable. Throws `DuplicateRecordError`, `StorageError`. */
  append(line: string, keys?: UniqueKeys): Promise<void>
  /** Replaces the record that has this id and place, and returns how many were replaced. Throws `StorageError`. */
  replace(old: { id: string; offset: number }, record: LogRecord): Promise<number>
  /** How many lines were appended since startup. */
  appended(): number
  /** Calls the listener when `end` or `generation` has changed. Returns what removes it. */
  onAppend(listener: () => void): () => void
  /** Whether the last attempt to write succeeded. */
  isHealthy(): boolean
  /** Waits for pending writes. */
  close(): Promise<void>
}

/** Reads a log file up to `end`, which only its writer moves. Everything throws file system errors. */
export const logFileReader = (path: string, end: () => number): LogReader => ({
  source: path,
  end,
  refresh: async () => {},
  generation: () => '',
  checksumAt: (position) => checksumAt(path, position),
  lines: (range) => readLines(path, range),
  records: (places) => readRecords(path, places),
})

const EDGE_BYTES = 4096

/** Identifies a log by device, inode, and the first and last 4 KB before the offset. */
async function checksumAt(path: string, offset: number): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  const file = await openIfExists(path)
  if (file) {
    const length = Math.min(EDGE_BYTES, offset)
    const edges = [0, offset - length].map((start) => readBytes(file, { offset: start, length }))
    for (const bytes of await Promise.all(edges).finally(() => file.close())) hash.update(bytes)
    hash.update(String(await identityOf(path)))
  }
  return hash.digest('base64url')
}
