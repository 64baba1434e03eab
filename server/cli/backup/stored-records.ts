import { cursorPath } from '#server/cli/move/file-records.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { exportCursors, exportRecords } from '#server/database/transfer.ts'
import type { OpenedLog } from './snapshot.ts'

/** The records of a database as of one moment, as the files that would have them. Throws `StorageError`. */
export async function openStored({ connection }: Pick<SiteDatabase, 'connection'>): Promise<OpenedLog[]> {
  // First, so that a lead is notified about twice rather than never.
  const cursors = await exportCursors(connection)
  const logs = await exportRecords(connection)
  const close = async () => {}
  return [
    ...logs.map(({ log, size, pieces }) => ({ path: `${log}.jsonl`, size, pieces: () => pieces, close })),
    ...cursors.map(({ cursor, ...place }) => {
      const bytes = Buffer.from(`${JSON.stringify(cursor)}\n`)
      return { path: cursorPath(place), size: bytes.length, pieces: () => [bytes], close }
    }),
  ]
}
