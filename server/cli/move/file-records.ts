import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { auditFiles } from '#server/admin/audit/audit-files.ts'
import { type LogName, logNames } from '#server/database/log-states.ts'
import type { StoredLine } from '#server/database/transfer.ts'
import { uniqueKeysOf } from '#server/leads/records/lead-model.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { type Staged, stageFile } from '#server/storage/files.ts'
import { type LogRecord, readLines } from '#server/storage/read-log.ts'
import type { UniqueKeys } from '#server/storage/record-log.ts'
import type { Erasure, MergedLog } from './merge-records.ts'
import { cursorKeys } from './stored-values.ts'

const NEWLINE = 10

/** The files of a log in a folder of private files, oldest first. They may be missing. */
export const filesOf = (folder: string, log: LogName): string[] =>
  log === 'audit' ? auditFiles(folder).reverse() : [join(folder, `${log}.jsonl`)]

function keysOf(log: LogName, record: LogRecord): UniqueKeys {
  if (log === 'registrations') return uniqueKeysOf('registration', record)
  return log === 'contact-messages' ? uniqueKeysOf('message', record) : {}
}

/** Of a line with its line break, which the last one of a file may lack. */
const lengthOf = (bytes: Uint8Array) => bytes.length + (bytes[bytes.length - 1] === NEWLINE ? 0 : 1)

/** `record`: what is in `bytes`. */
export const toStoredLine = (
  log: LogName,
  { offset, bytes, record }: { offset: number; bytes: Uint8Array; record: LogRecord },
): StoredLine => ({
  text: Buffer.from(bytes).toString().trimEnd(),
  offset,
  length: lengthOf(bytes),
  keys: keysOf(log, record),
})

/** Reads the records of a log in batches. Empty lines are left out. Throws `OperatorError` for a damaged or torn line, and file system errors. */
export async function* readFileRecords(folder: string, log: LogName): AsyncGenerator<StoredLine[]> {
  for (const file of filesOf(folder, log)) {
    let number = 0
    for await (const lines of readLines(file)) {
      const records: StoredLine[] = []
      for (const { offset, bytes, record, isDamaged } of lines) {
        number++
        const isTorn = bytes[bytes.length - 1] !== NEWLINE && !record
        if (isDamaged || isTorn)
          throw new OperatorError(`${file}:${number} is no record. Move this line to a file of its own first.`)
        if (record) records.push(toStoredLine(log, { offset, bytes, record }))
      }
      yield records
    }
  }
}

/** Number and checksum of the records of a log, which are the same in both stores. */
export type Sum = { count: number; sha256: string }

/** The files of records and cursors, relative to their folder. They may be missing. */
export const recordPaths = (folder: string): string[] => [
  ...logNames.flatMap((log) => filesOf(folder, log)).map((file) => relative(folder, file)),
  ...cursorKeys,
]

type ChangedLog = Pick<MergedLog, 'log' | 'added' | 'erased'> & { erasures: readonly Erasure[] }

/**
 * Writes the next contents of the logs that change or are missing beside them. `ends`: their sizes; `finish` puts them into place, one
 * by one. Throws file system errors: then no log has changed.
 */
export async function writeMergedLogs(
  folder: string,
  logs: readonly ChangedLog[],
  linesOf: (log: LogName) => AsyncIterable<readonly StoredLine[]>,
) {
  const staged: Staged[] = []
  const ends = new Map<LogName, number>()
  async function* pieces({ log, erasures }: ChangedLog, path: string): AsyncGenerator<Uint8Array> {
    const erased = new Map(erasures.map(({ offset, line }) => [offset, line]))
    let end = 0
    for await (const lines of readLines(path))
      for (const { offset, bytes } of lines) {
        const tombstone = erased.get(offset)
        const piece = bytesOf(tombstone?.text ?? bytes.toString().trimEnd(), lengthOf(bytes))
        end += piece.length
        yield piece
      }
    for await (const batch of linesOf(log))
      for (const { text, length } of batch) {
        const piece = bytesOf(text, length)
        end += piece.length
        yield piece
      }
    ends.set(log, end)
  }
  try {
    for (const one of logs) {
      const path = join(folder, `${one.log}.jsonl`)
      if (one.added + one.erased > 0 || !existsSync(path))
        staged.push(await stageFile(path, pieces(one, path), { mode: 0o600 }))
    }
  } catch (error) {
    await drop()
    throw error
  }
  async function drop(): Promise<void> {
    for (const one of staged) await one.drop()
  }
  async function finish(): Promise<void> {
    for (const { put } of staged) await put()
  }
  return { ends, finish, drop }
}

/** A line of this length: with its line break, and padded as after an erasure. */
function bytesOf(text: string, length: number): Uint8Array {
  const bytes = Buffer.alloc(Math.max(length, Buffer.byteLength(text) + 1), ' ')
  bytes.write(text)
  bytes[bytes.length - 1] = NEWLINE
  return bytes
}
