import type { FileHandle } from 'node:fs/promises'
import { errorFields } from '#server/http/error-handler.ts'
import type { Log } from '#server/http/log.ts'
import { type BackOff, backOffMs } from './back-off.ts'
import { findPlace, firstPlace, type GrowingLog, lastPlace, type Place, withLog } from './log-reader.ts'
import { type Cursor, readCursor, writeCursor } from './offset-file.ts'

export type ProgressOptions = {
  log: GrowingLog
  /** Of the cursor. */
  file: string
  backOff: BackOff
  now(): Date
  /** What to say of it, and where. */
  facts: Record<string, string>
  say: Log
}

/**
 * How far a channel has come in a log, over restarts. Where there is no cursor yet it begins at the present end: what came
 * before anybody wanted to be told is not told. Throws what the disk throws where the log cannot be read.
 */
export async function createProgress({ log, file, backOff, now, facts, say }: ProgressOptions) {
  async function beginning(): Promise<Cursor> {
    const found = await readCursor(file)
    if (found !== 'none' && found !== 'damaged') return found
    if (found === 'damaged') say.error('notification cursor unreadable, going on from the end', facts)
    const last = await withLog(log.path, (handle) => lastPlace(handle, log.end())).catch(nothingYet)
    const fresh = { ...behind(last), attempts: 0, notBefore: 0 }
    await write(fresh)
    return fresh
  }

  const write = (next: Cursor) =>
    writeCursor(file, next).catch((error) =>
      say.error('notification cursor not written', { ...facts, ...errorFields(error) }),
    )

  /** In memory it counts even where the disk is full: told twice after a restart is better than told twice now. */
  async function save(next: Cursor) {
    cursor = next
    await write(next)
  }

  let cursor = await beginning()

  /** Lines move when one before them is erased; one whose id is nowhere any more leaves us the hint. */
  async function findAgain(handle: FileHandle) {
    const before = await lastPlace(handle, cursor.offset)
    if (before?.end === cursor.offset && before.id === cursor.after) return
    const moved = await findPlace(handle, cursor.after)
    if (!moved) say.error('notification cursor points nowhere, going on near it', facts)
    cursor = { ...cursor, ...behind(moved ?? before) }
  }

  return {
    /** The record behind the last one that is done with; `undefined`: not there yet. Throws what the disk throws. */
    next: (): Promise<Place | undefined> =>
      withLog(log.path, async (handle) => {
        if (cursor.after !== '') await findAgain(handle)
        return firstPlace(handle, cursor.offset, log)
      }).catch(nothingYet),
    /** Returns once it is on the disk that this record is done with. */
    done: (place: Place) => save({ ...behind(place), attempts: 0, notBefore: 0 }),
    /** Counts a failure; gives how long the next attempt has to wait, in milliseconds. */
    async failed(): Promise<number> {
      const attempts = cursor.attempts + 1
      const waitMs = backOffMs(attempts, backOff)
      await save({ ...cursor, attempts, notBefore: now().getTime() + waitMs })
      return waitMs
    },
    /** Milliseconds until the next attempt. A clock that was set back does not make it longer than the longest wait. */
    waitMs: () => Math.min(Math.max(0, cursor.notBefore - now().getTime()), backOff.maxMs),
    /** The byte behind the last record that is done with. */
    offset: () => cursor.offset,
    /** How often the next record was tried in vain. */
    attempts: () => cursor.attempts,
  }
}

const behind = (place: Place | undefined) => ({ after: place?.id ?? '', offset: place?.end ?? 0 })

/** A log in which nobody ever wrote has no file. */
function nothingYet(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
