import { cursorPath } from '#server/cli/move/file-records.ts'
import { TEXTS_IN_BACKUPS } from '#server/cli/move/file-texts.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { exportCopies } from '#server/database/stored-copies.ts'
import { exportTexts } from '#server/database/stored-texts.ts'
import { exportCursors, exportRecords } from '#server/database/transfer.ts'
import type { OpenedLog } from './snapshot.ts'

/** The records, accounts, keys and unsaved texts of a database, as the files that would have them; each as of one moment. Throws `StorageError`. */
export async function openStored({ connection }: Pick<SiteDatabase, 'connection'>): Promise<OpenedLog[]> {
  // First, so that a lead is notified about twice rather than never.
  const cursors = await exportCursors(connection)
  const logs = await exportRecords(connection)
  const texts = await exportTexts(connection, TEXTS_IN_BACKUPS)
  const copies = await exportCopies(connection)
  const close = async () => {}
  const small = (path: string, text: string): OpenedLog => {
    const bytes = Buffer.from(text)
    return { path, size: bytes.length, pieces: () => [bytes], close }
  }
  return [
    ...logs.map(({ log, size, pieces }) => ({ path: `${log}.jsonl`, size, pieces: () => pieces, close })),
    ...cursors.map(({ cursor, ...place }) => small(cursorPath(place), `${JSON.stringify(cursor)}\n`)),
    ...[...texts, ...copies].map(({ name, value }) => small(name, value)),
  ]
}
