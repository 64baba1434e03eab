import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import type { LeadKind } from '#contract/lead-query.ts'
import { errorFields, type Log } from '#server/http/log.ts'
import type { LeadLine, LeadReader } from '#server/leads/lead-reader.ts'
import { ensurePrivateDir, replaceFile } from '#server/storage/files.ts'

const offset = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** How far a channel has come in a log, and the attempts at the next lead. */
const CursorSchema = v.object({
  /** The id of the last completed lead; empty: the log was empty. */
  after: v.string(),
  /** Where that lead's line ends. A hint, because an erasure can move lines. */
  offset,
  /** How many attempts at the next lead have failed. */
  attempts: offset,
  /** Milliseconds since 1970. The next lead is not tried earlier. */
  notBefore: v.pipe(v.number(), v.minValue(0)),
})
export type Cursor = v.InferOutput<typeof CursorSchema>

/** Returns `'damaged'` for a file that cannot be read or parsed. */
export async function readCursor(file: string): Promise<Cursor | 'none' | 'damaged'> {
  try {
    return v.parse(CursorSchema, JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'none' : 'damaged'
  }
}

/** Returns once the cursor is on disk. Throws file system errors. */
export async function writeCursor(file: string, cursor: Cursor): Promise<void> {
  await ensurePrivateDir(dirname(file))
  await replaceFile(file, `${JSON.stringify(cursor)}\n`, { mode: 0o600 })
}

export type ProgressOptions = {
  kind: LeadKind
  lines: { end(): number }
  leads: Pick<LeadReader, 'firstFrom' | 'lastUntil' | 'lineOf'>
  /** `storage/private/cursors/<log>.<channel>.json`. */
  file: string
  now(): Date
  log: Log
  /** What to log of it. */
  facts: Record<string, string>
}

/**
 * Remembers over restarts which leads of a log a channel has received. Without a file it starts at the end of the log: leads
 * from before a channel was configured are not delivered. Throws file system errors of the log.
 */
export async function createProgress({ kind, lines, leads, file, log, facts }: ProgressOptions) {
  async function start(): Promise<Cursor> {
    const stored = await readCursor(file)
    if (stored !== 'none' && stored !== 'damaged') return stored
    if (stored === 'damaged') log.error('notification cursor unreadable, going on from the end', facts)
    const first = { ...after(await leads.lastUntil(kind, lines.end())), attempts: 0, notBefore: 0 }
    await write(first)
    return first
  }

  const write = (next: Cursor) =>
    writeCursor(file, next).catch((error) =>
      log.error('notification cursor not written', { ...facts, ...errorFields(error) }),
    )

  /** Counts in memory even when the disk is full: a repeat after a restart is better than a repeat now. */
  async function save(next: Cursor) {
    cursor = next
    await write(next)
  }

  let cursor = await start()

  /** Finds the last completed lead again after its line has moved; continues at the hint if it is gone. */
  async function relocate() {
    const line = await leads.lineOf(kind, cursor.after)
    if (!line) log.error('notification cursor points nowhere, going on near it', facts)
    cursor = { ...cursor, ...after(line ?? (await leads.lastUntil(kind, cursor.offset))) }
  }

  return {
    /** Returns the next lead, or `undefined` at the end of the log. Throws file system errors. */
    async next(): Promise<LeadLine | undefined> {
      if (cursor.after !== '') await relocate()
      return leads.firstFrom(kind, cursor.offset)
    },
    /** Returns once it is on disk that this lead is completed. */
    complete: (line: LeadLine) => save({ ...after(line), attempts: 0, notBefore: 0 }),
    /** Counts a failed attempt. */
    fail: (notBefore: number) => save({ ...cursor, attempts: cursor.attempts + 1, notBefore }),
    notBefore: () => cursor.notBefore,
    /** Where the line of the last completed lead ends. */
    offset: () => cursor.offset,
    attempts: () => cursor.attempts,
  }
}

const after = (line: { id: string; offset: number; length: number } | undefined) => ({
  after: line?.id ?? '',
  offset: line ? line.offset + line.length : 0,
})
