import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { ensurePrivateDir, replaceFile } from '#server/storage/files.ts'
import { NewerFormatError, readStored, type StoredJson, storedText } from '#server/storage/stored-json.ts'

/** How far a channel has come in a log, and the attempts at the next lead. */
export const CursorSchema = v.object({
  /** The id of the last completed lead; empty: none since the channel was configured. */
  after: v.string(),
  /** Where that lead's line ends. A hint, because an erasure can move lines. */
  offset: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** How many attempts at the next lead have failed. */
  attempts: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Milliseconds since 1970. The next lead is not tried earlier. */
  notBefore: v.pipe(v.number(), v.minValue(0)),
})
export type Cursor = v.InferOutput<typeof CursorSchema>

export type CursorStore = {
  /** Returns `'damaged'` for a cursor that cannot be read or parsed. */
  read(): Promise<Cursor | 'none' | 'damaged'>
  /** Returns once the cursor is durable. Throws file system errors, `StorageError`. */
  write(cursor: Cursor): Promise<void>
  /**
   * Reserves the next lead after this cursor for this process until `write` or `release`. Returns `'held'` while another
   * process delivers it, or the cursor that another process has written. Throws `StorageError`.
   */
  claim(cursor: Cursor): Promise<Cursor | 'held' | 'mine'>
  /** Leaves the lead to others. */
  release(): Promise<void>
}

/** Throws `NewerFormatError`: otherwise the next write would replace what a newer version knows. */
async function readFileAt(file: string): Promise<StoredJson<Cursor> | 'none' | 'damaged'> {
  try {
    return readStored(CursorSchema, await readFile(file, 'utf8'), file)
  } catch (error) {
    if (error instanceof NewerFormatError) throw error
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'none' : 'damaged'
  }
}

/** The cursor of a channel in the log at `path`: `cursors/<log>.<channel>.json`, next to the log. */
export function cursorFile(path: string, channel: string): CursorStore {
  const file = join(dirname(path), 'cursors', `${basename(path, '.jsonl')}.${channel}.json`)
  return {
    async read() {
      const stored = await readFileAt(file)
      return typeof stored === 'string' ? stored : stored.known
    },
    async write(cursor) {
      const before = await readFileAt(file)
      await ensurePrivateDir(dirname(file))
      const text = storedText(cursor, typeof before === 'string' ? undefined : before)
      await replaceFile(file, `${text}\n`, { mode: 0o600 })
    },
    // One process uses the folder.
    claim: async () => 'mine',
    release: async () => {},
  }
}
