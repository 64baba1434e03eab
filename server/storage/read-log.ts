import { isUtf8 } from 'node:buffer'
import { type ReadableFile, realDisk, unlessMissing } from './files.ts'

/** Longer lines are damage. */
const LINE_MAX_BYTES = 1024 * 1024
const CHUNK_BYTES = 256 * 1024
const NEWLINE = 10

/** The content of a line: always an object. */
export type LogRecord = Record<string, unknown>

/** Where a line is in its log, in bytes. */
export type LinePlace = { offset: number; length: number }

export type LogLine = {
  /** The position of its first byte. */
  offset: number
  /** With the line break, which the last line may lack. */
  bytes: Buffer
  record: LogRecord | undefined
  /** A complete line that is neither a record nor empty. */
  isDamaged: boolean
}

/**
 * Reads the lines of a log from the start of a line, in chunks. A missing file is an empty log. Throws file system errors.
 * `end` is the position at which to stop, because later bytes may not be on disk yet.
 */
export async function* readLines(
  path: string,
  { from = 0, end = Number.POSITIVE_INFINITY }: { from?: number; end?: number } = {},
): AsyncGenerator<LogLine[]> {
  const file = await openIfExists(path)
  if (!file) return
  try {
    let offset = from
    let rest: Buffer = Buffer.alloc(0)
    for (;;) {
      const position = offset + rest.length
      // As much again for a long line, so that it is not copied many times.
      const length = Math.min(Math.max(CHUNK_BYTES, rest.length), end - position)
      const chunk = await readBytes(file, { offset: position, length })
      if (chunk.length === 0) break
      rest = Buffer.concat([rest, chunk])
      const complete = rest.lastIndexOf(NEWLINE) + 1
      if (complete === 0) continue
      yield splitLines(rest.subarray(0, complete), offset)
      offset += complete
      rest = rest.subarray(complete)
    }
    if (rest.length > 0) yield splitLines(rest, offset)
  } finally {
    await file.close()
  }
}

/** Reads the lines of an open log before `end`, the position after a line, last line first, in chunks. Throws file system errors. */
export async function* readLinesBackward(file: ReadableFile, end: number): AsyncGenerator<LogLine[]> {
  let rest: Buffer = Buffer.alloc(0)
  for (let position = end; position > 0; ) {
    // As much again for a long line, so that it is not copied many times.
    const length = Math.min(Math.max(CHUNK_BYTES, rest.length), position)
    position -= length
    rest = Buffer.concat([await readBytes(file, { offset: position, length }), rest])
    const start = position === 0 ? 0 : rest.indexOf(NEWLINE) + 1
    if (position > 0 && start === 0) continue
    yield splitLines(rest.subarray(start), position + start).reverse()
    rest = rest.subarray(0, start)
  }
}

/** One large read is faster than many small ones. */
const WINDOW_BYTES = 64 * 1024

/** Reads known lines. Those that are no records are missing in the result. Throws file system errors. */
export async function readRecords(path: string, lines: readonly LinePlace[]): Promise<Map<LinePlace, LogRecord>> {
  const records = new Map<LinePlace, LogRecord>()
  const file = lines.length > 0 ? await openIfExists(path) : undefined
  if (!file) return records
  try {
    let from = 0
    let bytes: Buffer = Buffer.alloc(0)
    for (const line of lines.toSorted((a, b) => a.offset - b.offset)) {
      const { offset, length } = line
      if (offset + length > from + bytes.length) {
        from = offset
        bytes = await readBytes(file, { offset, length: Math.max(length, WINDOW_BYTES) })
      }
      const record = parseRecord(bytes.subarray(offset - from, offset - from + length))
      if (record) records.set(line, record)
    }
    return records
  } finally {
    await file.close()
  }
}

const TAIL_BYTES = 4096

/** `end` is the position after the last record, `rest` what follows the last line break. */
type LogTail = { end: number; rest: 'nothing' | 'record' | 'torn' }

/** Finds out how a log ends. A missing file is an empty log. Throws file system errors. */
export async function inspectTail(path: string): Promise<LogTail> {
  const file = await openIfExists(path)
  if (!file) return { end: 0, rest: 'nothing' }
  try {
    const end = await endOfLines(file)
    const { size } = await file.stat()
    if (end === size) return { end, rest: 'nothing' }
    const isRecord = parseRecord(await readBytes(file, { offset: end, length: size - end })) !== undefined
    return isRecord ? { end: size, rest: 'record' } : { end, rest: 'torn' }
  } finally {
    await file.close()
  }
}

/** Returns the position after the last line break. Throws file system errors. */
export async function endOfLines(file: ReadableFile): Promise<number> {
  const { size } = await file.stat()
  for (let length = TAIL_BYTES; ; length *= 4) {
    const start = Math.max(0, size - length)
    const lineStart = (await readBytes(file, { offset: start, length: size - start })).lastIndexOf(NEWLINE) + 1
    if (lineStart > 0 || start === 0) return start + lineStart
  }
}

export const openIfExists = (path: string): Promise<ReadableFile | undefined> =>
  realDisk.openToRead(path).catch(unlessMissing)

/** Returns fewer bytes at the end of the file. */
export async function readBytes(file: ReadableFile, { offset, length }: LinePlace): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, offset)
  return buffer.subarray(0, bytesRead)
}

function splitLines(bytes: Buffer, start: number): LogLine[] {
  const lines: LogLine[] = []
  for (let from = 0, end = 0; from < bytes.length; from = end) {
    end = bytes.indexOf(NEWLINE, from) + 1 || bytes.length
    const line = bytes.subarray(from, end)
    const record = parseRecord(line)
    const isComplete = line[line.length - 1] === NEWLINE
    lines.push({ offset: start + from, bytes: line, record, isDamaged: isComplete && !record && line.length > 1 })
  }
  return lines
}

/** Returns `undefined` for anything but an object in JSON. */
export function parseRecord(line: Buffer): LogRecord | undefined {
  if (line.length > LINE_MAX_BYTES || !isUtf8(line)) return
  try {
    const value: unknown = JSON.parse(line.toString('utf8'))
    return isRecord(value) ? value : undefined
  } catch {
    return
  }
}

const isRecord = (value: unknown): value is LogRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
