import type { LogDisk, LogFile } from './log-disk.ts'
import { openIfExists, parseRecord, readBytes } from './log-reader.ts'

const CHUNK_BYTES = 4096
const NEWLINE = 10
const LINE_BREAK = Buffer.from('\n')

/** `end` is the position after the last record, `rest` what follows the last line break. */
type LogTail = { end: number; rest: 'nothing' | 'record' | 'torn' }

/** Finds out how a log ends. A missing file is an empty log. Throws file system errors. */
export async function inspectTail(path: string): Promise<LogTail> {
  const file = await openIfExists(path)
  if (!file) return { end: 0, rest: 'nothing' }
  try {
    const { size } = await file.stat()
    for (let length = CHUNK_BYTES; ; length *= 4) {
      const start = Math.max(0, size - length)
      const tail = await readBytes(file, { offset: start, length: size - start })
      const lineStart = tail.lastIndexOf(NEWLINE) + 1
      if (lineStart === 0 && start > 0) continue
      if (lineStart === tail.length) return { end: size, rest: 'nothing' }
      if (parseRecord(tail.subarray(lineStart))) return { end: size, rest: 'record' }
      return { end: start + lineStart, rest: 'torn' }
    }
  } finally {
    await file.close()
  }
}

/**
 * Makes a log end with a complete line: adds a missing line break, or moves a torn line to `<path>.torn` for an operator
 * to look at. Returns the new size, not synced. Throws file system errors.
 */
export async function repairTail(path: string, file: LogFile, { end, rest }: LogTail, disk: LogDisk): Promise<number> {
  if (rest === 'torn') await quarantine(path, end, disk)
  if (file.size > end) await file.cut(end)
  const size = Math.min(file.size, end)
  if (rest !== 'record') return size
  await file.write(LINE_BREAK)
  return size + LINE_BREAK.length
}

async function quarantine(path: string, from: number, disk: LogDisk): Promise<void> {
  const torn = await disk.open(`${path}.torn`)
  try {
    await torn.write(await Bun.file(path).slice(from).bytes())
    await torn.write(LINE_BREAK)
    await torn.sync()
  } finally {
    await torn.close()
  }
}

/** More than a line. */
const PROBE = Buffer.alloc(128 * 1024, LINE_BREAK)

/** Checks whether there is space for a line, and removes what it wrote. Throws file system errors. */
export async function probeSpace(file: LogFile, end: number): Promise<void> {
  await file.write(PROBE)
  await file.sync()
  await file.cut(end)
  await file.sync()
}
