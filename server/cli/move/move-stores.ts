import type { SiteDatabase } from '#server/database/database.ts'
import type { LogName } from '#server/database/log-states.ts'
import type { StoredLine } from '#server/database/transfer.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { createFileStore } from '#server/storage/file-store.ts'
import type { KeyedStore, StoredValue } from '#server/storage/keyed-store.ts'
import { readFileRecords, toStoredLine } from './file-records.ts'
import { readCopies, readCursors, readTexts, type StoredCursor } from './stored-values.ts'

export type Connected = Pick<SiteDatabase, 'connection' | 'logOf' | 'store'>

/** What `bun run move` reads of a store. Functions throw what the store throws. */
export type MoveStore = {
  records(log: LogName): AsyncIterable<readonly StoredLine[]>
  cursors(): Promise<StoredCursor[]>
  texts(): Promise<StoredValue[]>
  /** Unsaved texts under the names of their files. */
  copies(): Promise<StoredValue[]>
}

/** `folder`: of private files. */
export const fileStore = (folder: string): MoveStore => ({
  records: (log) => readFileRecords(folder, log),
  ...valuesOf(createFileStore(folder)),
})

export const databaseStore = (database: Connected): MoveStore => ({
  records: (log) => readRecords(database, log),
  ...valuesOf(database.store),
})

const valuesOf = (store: KeyedStore): Omit<MoveStore, 'records'> => ({
  cursors: () => readCursors(store),
  texts: () => readTexts(store),
  copies: () => readCopies(store),
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
