import type { SiteDatabase } from '#server/database/database.ts'
import type { LogName } from '#server/database/log-states.ts'
import { exportCopies } from '#server/database/stored-copies.ts'
import { exportTexts, type StoredText } from '#server/database/stored-texts.ts'
import { exportCursors, type StoredCursor, type StoredLine } from '#server/database/transfer.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { readFileCopies } from './file-copies.ts'
import { readFileCursors, readFileRecords, toStoredLine } from './file-records.ts'
import { readFileTexts, TEXT_NAMES } from './file-texts.ts'

export type Connected = Pick<SiteDatabase, 'connection' | 'logOf'>

/** What `bun run move` reads of a store. Functions throw what the store throws. */
export type MoveStore = {
  records(log: LogName): AsyncIterable<readonly StoredLine[]>
  cursors(): Promise<StoredCursor[]>
  texts(): Promise<StoredText[]>
  /** Unsaved texts under the names of their files. */
  copies(): Promise<StoredText[]>
}

/** `folder`: of private files. */
export const fileStore = (folder: string): MoveStore => ({
  records: (log) => readFileRecords(folder, log),
  cursors: () => readFileCursors(folder),
  texts: () => readFileTexts(folder),
  copies: () => readFileCopies(folder),
})

export const databaseStore = (database: Connected): MoveStore => ({
  records: (log) => readRecords(database, log),
  cursors: () => exportCursors(database.connection),
  texts: () => exportTexts(database.connection, TEXT_NAMES),
  copies: () => exportCopies(database.connection),
})

export const emptyStore: MoveStore = {
  async *records() {},
  cursors: async () => [],
  texts: async () => [],
  copies: async () => [],
}

async function* readRecords({ logOf }: Connected, log: LogName): AsyncGenerator<StoredLine[]> {
  const records = logOf(log)
  await records.refresh()
  for await (const lines of records.lines({ from: 0, end: records.end() }))
    yield lines.map(({ offset, bytes, record }) => {
      if (!record) throw new OperatorError(`${log} in the database has a row at ${offset} that is no record.`)
      return toStoredLine(log, { offset, bytes, record })
    })
}
