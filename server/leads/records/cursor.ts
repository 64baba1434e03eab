import * as v from 'valibot'
import { OperatorError } from '#server/lib/errors.ts'
import type { KeyedStore, KeyedValues } from '#server/storage/keyed-store.ts'
import { NewerFormatError, readStored, storedText } from '#server/storage/stored-json.ts'

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

/** The key of the cursor of a channel in a log. */
export const cursorKey = (log: string, channel: string) => `cursors/${log}.${channel}.json`

const StoredSchema = v.object({
  ...CursorSchema.entries,
  /** The process that delivers the next lead. */
  holder: v.optional(v.string()),
})

type CursorOptions = {
  store: KeyedStore
  key: string
  /** This process, where several share the store. Without it, no other process has the next lead. */
  holder: string | undefined
}

/** The progress of a channel in a log. Functions throw what the store throws. */
export function createCursor({ store, key, holder }: CursorOptions): CursorStore {
  /** What could not be stored yet. It counts, because a lead that was delivered must not be delivered again. */
  let unsaved: Cursor | undefined

  /** Throws `NewerFormatError`: otherwise the next write would replace what a newer version knows. */
  async function read({ get }: Pick<KeyedValues, 'get'>) {
    try {
      const text = await get(key)
      return text === undefined ? 'none' : readStored(StoredSchema, text, store.nameOf(key))
    } catch (error) {
      if (error instanceof NewerFormatError || !(error instanceof OperatorError)) throw error
      return 'damaged'
    }
  }
  const isOthers = (stored: Awaited<ReturnType<typeof read>>) =>
    typeof stored === 'object' && stored.known.holder !== undefined && stored.known.holder !== holder

  /** Stores the cursor and releases it, unless another process has taken it over, which may have gone on since. */
  async function write(cursor: Cursor): Promise<void> {
    unsaved = cursor
    await store.update([key], async (values) => {
      const before = await read(values)
      if (!isOthers(before)) await values.put(key, storedText(cursor, typeof before === 'object' ? before : undefined))
    })
    unsaved = undefined
  }

  return {
    async read() {
      const stored = await read(store)
      if (typeof stored === 'string') return stored
      return cursorOf(stored.known)
    },
    write,
    async claim({ after, attempts }) {
      if (holder === undefined) return 'mine'
      if (unsaved) await write(unsaved)
      return store.update([key], async (values) => {
        const stored = await read(values)
        if (typeof stored === 'string') return 'held'
        if (stored.known.after !== after || stored.known.attempts !== attempts) return cursorOf(stored.known)
        if (isOthers(stored)) return 'held'
        await values.put(key, storedText({ ...stored.known, holder }))
        return 'mine'
      })
    },
    async release() {
      if (holder === undefined) return
      await store.update([key], async (values) => {
        const stored = await read(values)
        if (typeof stored === 'object' && stored.known.holder === holder)
          await values.put(key, storedText(cursorOf(stored.known)))
      })
    },
  }
}

const cursorOf = ({ holder: _, ...cursor }: v.InferOutput<typeof StoredSchema>): Cursor => cursor
