import { type ReadableFile, realDisk } from './disk.ts'
import { LINE_MAX_BYTES, type LogRecord, recordIn, recordsIn } from './log-lines.ts'

/** The first piece is small: whoever wants the newest lines wants few. */
const FIRST_BYTES = 64 * 1024
const CHUNK_BYTES = 256 * 1024
const NEWLINE = 10
const LINE_BREAK = Buffer.from('\n')
/** Stands for a line that is not kept in memory: no record, whatever comes before it. */
const TOO_LONG = Buffer.alloc(LINE_MAX_BYTES + 1)

/** A record, and the byte at which its line begins. */
export type Found = { record: LogRecord; offset: number }

/**
 * The records of a log that stand before `end`, which is behind a whole line, from the last to the first, in pieces.
 * Damage is skipped. A file that is not there is an empty log. Throws what the disk throws.
 */
export async function* readBackwards(path: string, end: number): AsyncGenerator<Found[]> {
  const handle = await opened(path)
  if (!handle) return
  try {
    let tail: Buffer = Buffer.alloc(0)
    let position = end
    for (let size = FIRST_BYTES; position > 0; size = CHUNK_BYTES) {
      const start = Math.max(0, position - size)
      const piece = Buffer.concat([await bytesAt(handle, start, position - start), tail])
      const from = start === 0 ? 0 : piece.indexOf(NEWLINE) + 1 || piece.length
      if (from < piece.length) yield recordsAt(piece.subarray(from), start + from)
      tail = piece.subarray(0, from)
      if (tail.length > LINE_MAX_BYTES) tail = Buffer.concat([TOO_LONG, LINE_BREAK])
      position = start
    }
  } finally {
    await handle.close()
  }
}

/** The record whose line begins at a byte; `undefined` where none does. Throws what the disk throws. */
export async function recordAt(path: string, offset: number): Promise<LogRecord | undefined> {
  const handle = await opened(path)
  if (!handle) return
  try {
    let line: Buffer = Buffer.alloc(0)
    while (line.length <= LINE_MAX_BYTES) {
      const piece = await bytesAt(handle, offset + line.length, FIRST_BYTES)
      line = Buffer.concat([line, piece])
      const behind = line.indexOf(NEWLINE)
      if (behind !== -1 || piece.length === 0) return recordIn(behind === -1 ? line : line.subarray(0, behind))
    }
    return
  } finally {
    await handle.close()
  }
}

const opened = (path: string): Promise<ReadableFile | undefined> =>
  realDisk.openToRead(path).catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

async function bytesAt(handle: ReadableFile, start: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, start)
  return buffer.subarray(0, bytesRead)
}

/** Of whole lines, the first of which begins at byte `start`: the last one first. */
function recordsAt(lines: Buffer, start: number): Found[] {
  const whole = lines[lines.length - 1] === NEWLINE ? lines : Buffer.concat([lines, LINE_BREAK])
  const found: Found[] = []
  let from = 0
  for (const record of recordsIn(whole)) {
    if (record && record !== 'empty') found.push({ record, offset: start + from })
    from = whole.indexOf(NEWLINE, from) + 1
  }
  return found.reverse()
}
