import { createHash } from 'node:crypto'
import { join, relative } from 'node:path'
import { auditFiles } from '#server/admin/audit/audit-files.ts'
import { type LogName, logNames } from '#server/database/log-states.ts'
import type { StoredCursor, StoredLine } from '#server/database/transfer.ts'
import { type CursorStore, cursorFile } from '#server/leads/records/cursor.ts'
import { uniqueKeysOf } from '#server/leads/records/lead-model.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { type LogRecord, readLines } from '#server/storage/read-log.ts'
import type { UniqueKeys } from '#server/storage/record-log.ts'

const NEWLINE = 10
const CHANNELS = ['mail', 'webhook']
const NOTIFIED: readonly LogName[] = ['registrations', 'contact-messages']

/** The files of a log in a folder of private files, oldest first. They may be missing. */
export const filesOf = (folder: string, log: LogName): string[] =>
  log === 'audit' ? auditFiles(folder).reverse() : [join(folder, `${log}.jsonl`)]

function keysOf(log: LogName, record: LogRecord): UniqueKeys {
  if (log === 'registrations') return uniqueKeysOf('registration', record)
  return log === 'contact-messages' ? uniqueKeysOf('message', record) : {}
}

/** Reads the records of a log in batches. Empty lines are left out. Throws `OperatorError` for a damaged or torn line, and file system errors. */
export async function* readFileRecords(folder: string, log: LogName): AsyncGenerator<StoredLine[]> {
  for (const file of filesOf(folder, log)) {
    let number = 0
    for await (const lines of readLines(file)) {
      const records: StoredLine[] = []
      for (const { bytes, record, isDamaged } of lines) {
        number++
        const isTorn = bytes[bytes.length - 1] !== NEWLINE && !record
        if (isDamaged || isTorn)
          throw new OperatorError(`${file}:${number} is no record. Move this line to a file of its own first.`)
        if (record) records.push({ text: bytes.toString().trimEnd(), length: bytes.length, keys: keysOf(log, record) })
      }
      yield records
    }
  }
}

/** Number and checksum of the records of a log, which are the same in both stores. */
export type Sum = { count: number; sha256: string }

export async function sumOf(batches: AsyncIterable<readonly { text: string }[]>): Promise<Sum> {
  const hash = createHash('sha256')
  let count = 0
  for await (const batch of batches) {
    for (const { text } of batch) hash.update(`${text}\n`)
    count += batch.length
  }
  return { count, sha256: hash.digest('hex') }
}

type CursorName = Pick<StoredCursor, 'log' | 'channel'>

/** The file of a cursor, relative to the folder of private files. */
export const cursorPath = ({ log, channel }: CursorName) => `cursors/${log}.${channel}.json`

/** The progress of a channel in a log, in a folder of private files. */
export const cursorIn = (folder: string, log: LogName, channel: string): CursorStore =>
  cursorFile(join(folder, `${log}.jsonl`), channel)

const cursorNames: readonly CursorName[] = NOTIFIED.flatMap((log) => CHANNELS.map((channel) => ({ log, channel })))

/** Damaged cursors are left out: notifications then go on from the end. */
export async function readFileCursors(folder: string): Promise<StoredCursor[]> {
  const found: StoredCursor[] = []
  for (const { log, channel } of cursorNames) {
    const cursor = await cursorIn(folder, log, channel).read()
    if (typeof cursor === 'object') found.push({ log, channel, cursor })
  }
  return found
}

/** The files of records and cursors, relative to their folder. They may be missing. */
export const recordPaths = (folder: string): string[] => [
  ...logNames.flatMap((log) => filesOf(folder, log)).map((file) => relative(folder, file)),
  ...cursorNames.map(cursorPath),
]
