import { realDisk } from './disk.ts'
import { LINE_MAX_BYTES, type LogRecord, recordIn, recordsIn } from './log-lines.ts'

const CHUNK_BYTES = 256 * 1024
const NEWLINE = 10
/** After more than this, what the records left behind is given back at once: 200 MB after a million. */
const MUCH_BYTES = 64 * 1024 * 1024
/** Stands for a line that is not kept in memory: no record, whatever follows. */
const TOO_LONG = Buffer.alloc(LINE_MAX_BYTES + 1)

export type LogReader = {
  /** A record, the number of its line, from 1, and the byte at which that begins. */
  record?: ((record: LogRecord, line: number, offset: number) => void) | undefined
  /** A line that is no record, by its number, from 1. It is skipped. */
  damage?: ((line: number) => void) | undefined
}

/** How a log ends: `end` is the byte behind its last record, `rest` what stands behind its last line break, the `lines`th. */
export type LogEnd = { end: number; rest: 'nothing' | 'a record' | 'torn'; lines: number }

/** Reads a log from the beginning, in pieces. A file that is not there is an empty log. Throws what the disk throws. */
export async function scanLog(path: string, reader: LogReader = {}): Promise<LogEnd> {
  const handle = await realDisk.openToRead(path).catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!handle) return { end: 0, rest: 'nothing', lines: 0 }
  const lines = lineReader(reader)
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  try {
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES)
      if (bytesRead === 0) return lines.finish()
      lines.take(chunk.subarray(0, bytesRead))
    }
  } finally {
    await handle.close()
    if (lines.size() > MUCH_BYTES) Bun.gc(true)
  }
}

function lineReader({ record, damage }: LogReader) {
  /** A line that is not finished yet. */
  let begun: Buffer = Buffer.alloc(0)
  let end = 0
  let size = 0
  let line = 0

  /** Whole lines; `start` is the byte at which the first begins. */
  function readLines(lines: Buffer, start: number) {
    let from = 0
    for (const found of recordsIn(lines)) {
      line++
      if (found === undefined) damage?.(line)
      else if (found !== 'empty') record?.(found, line, start + from)
      from = lines.indexOf(NEWLINE, from) + 1
    }
  }

  return {
    size: () => size,
    take(chunk: Buffer) {
      const behind = chunk.lastIndexOf(NEWLINE) + 1
      if (behind > 0) {
        const lines = Buffer.concat([begun, chunk.subarray(0, behind)])
        // Counted from the end: what stands for a line that is too long is shorter than that.
        readLines(lines, size + behind - lines.length)
        begun = Buffer.alloc(0)
        end = size + behind
      }
      begun = Buffer.concat([begun, chunk.subarray(behind)])
      if (begun.length > LINE_MAX_BYTES) begun = TOO_LONG
      size += chunk.length
    },
    finish(): LogEnd {
      if (size === end) return { end, rest: 'nothing', lines: line }
      const found = recordIn(begun)
      if (!found) return { end, rest: 'torn', lines: line }
      record?.(found, line + 1, end)
      return { end: size, rest: 'a record', lines: line }
    },
  }
}
