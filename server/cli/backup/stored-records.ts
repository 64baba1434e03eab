import { cursorValues, readCopies, readCursors, readTexts, TEXTS_IN_BACKUPS } from '#server/cli/move/stored-values.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { exportRecords } from '#server/database/transfer.ts'
import type { OpenedLog } from './snapshot.ts'

/** The records, accounts, keys and unsaved texts of a database, as the files that would have them; each as of one moment. Throws `StorageError`. */
export async function openStored({
  connection,
  store,
}: Pick<SiteDatabase, 'connection' | 'store'>): Promise<OpenedLog[]> {
  // First, so that a lead is notified about twice rather than never.
  const cursors = await readCursors(store)
  const logs = await exportRecords(connection)
  const texts = await readTexts(store, TEXTS_IN_BACKUPS)
  const copies = await readCopies(store)
  const close = async () => {}
  const small = (path: string, text: string): OpenedLog => {
    const bytes = Buffer.from(text)
    return { path, size: bytes.length, pieces: () => [bytes], close }
  }
  return [
    ...logs.map(({ log, size, pieces }) => ({ path: `${log}.jsonl`, size, pieces: () => pieces, close })),
    ...cursorValues(cursors).map(({ key, value }) => small(key, `${value}\n`)),
    ...[...texts, ...copies].map(({ key, value }) => small(key, value)),
  ]
}
