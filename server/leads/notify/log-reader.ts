import { type FileHandle, open } from 'node:fs/promises'
import { LINE_MAX_BYTES, type LogRecord, recordIn } from '#server/storage/log-lines.ts'

/** What a follower needs of a log that grows. */
export type GrowingLog = {
  path: string
  /** The byte behind the last line that is durable: what stands behind it is nobody's yet. */
  end(): number
  /** Calls `listener` after each growth; gives what ends that. */
  onGrown(listener: () => void): () => void
}

/** A line with an id: the record, and the byte behind its line break. */
export type Place = { id: string; end: number; record: LogRecord }
type Line = { line: Buffer; end: number }

const CHUNK_BYTES = 64 * 1024
const NEWLINE = 10
/** What our ids look like; a line with any other was not written by us. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Opens the log for as long as `read` takes: another file may stand there the next time. Throws what the disk throws. */
export async function withLog<Result>(path: string, read: (handle: FileHandle) => Promise<Result>): Promise<Result> {
  const handle = await open(path, 'r')
  try {
    return await read(handle)
  } finally {
    await handle.close()
  }
}

/** The first record whose line begins at `from` or behind it. Damaged lines are skipped. */
export async function firstPlace(handle: FileHandle, from: number, log: GrowingLog): Promise<Place | undefined> {
  for await (const one of linesFrom(handle, from)) {
    // Asked after the line was read: so what was read is durable, even if the log was rewritten in between.
    if (one.end > log.end()) return
    const place = placeOf(one)
    if (place) return place
  }
}

/** The record with this id, wherever it stands. */
export async function findPlace(handle: FileHandle, id: string): Promise<Place | undefined> {
  for await (const one of linesFrom(handle, 0)) {
    const place = one.line.includes(id) ? placeOf(one) : undefined
    if (place?.id === id) return place
  }
}

/** The last record that ends at `limit` or before it; looked for near `limit` first. */
export async function lastPlace(handle: FileHandle, limit: number): Promise<Place | undefined> {
  const near = Math.max(0, limit - CHUNK_BYTES)
  return (await lastBetween(handle, near, limit)) ?? (near > 0 ? await lastBetween(handle, 0, limit) : undefined)
}

async function lastBetween(handle: FileHandle, from: number, limit: number): Promise<Place | undefined> {
  let last: Place | undefined
  for await (const one of linesFrom(handle, from)) {
    if (one.end > limit) break
    last = placeOf(one) ?? last
  }
  return last
}

/** Half a line, where `from` was not the beginning of one, is no record. */
function placeOf({ line, end }: Line): Place | undefined {
  const record = recordIn(line)
  return typeof record?.id === 'string' && ID.test(record.id) ? { id: record.id, end, record } : undefined
}

/** Whole lines without their breaks. Of one that is too long for a record only the end is kept: that is too long, too. */
async function* linesFrom(handle: FileHandle, from: number): AsyncGenerator<Line> {
  let begun: Buffer = Buffer.alloc(0)
  let position = from
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position)
    if (bytesRead === 0) return
    const start = position - begun.length
    const text = Buffer.concat([begun, buffer.subarray(0, bytesRead)])
    let next = 0
    for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, next)) {
      yield { line: text.subarray(next, at), end: start + at + 1 }
      next = at + 1
    }
    position += bytesRead
    begun = text.subarray(next).subarray(-(LINE_MAX_BYTES + 1))
  }
}
