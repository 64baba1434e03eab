import { realDisk } from './disk.ts'
import type { LogDisk, LogFile } from './log-disk.ts'
import { LINE_MAX_BYTES, type LogRecord, recordsIn } from './log-lines.ts'

const CHUNK_BYTES = 256 * 1024
const NEWLINE = 10
const SPACE = 32

/** What shall stand in a record's place; `undefined`: what stands there. */
export type Edit = (record: LogRecord) => LogRecord | undefined

/**
 * Copies a log in pieces, with some lines changed, until the copy is on the disk. Gives its size, and how many lines were
 * changed. Throws what the disk or `edit` throws; the copy may then be half there.
 */
export async function copyEdited(from: string, to: string, edit: Edit, disk: LogDisk) {
  const copy = await disk.open(to)
  try {
    const copied = await copyTo(copy, from, edit)
    await copy.sync()
    return copied
  } finally {
    await copy.close()
  }
}

async function copyTo(copy: LogFile, from: string, edit: Edit) {
  const source = await realDisk.openToRead(from)
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let begun: Buffer = Buffer.alloc(0)
  /** In a line that is too long for a record: it is passed on as it comes. */
  let tooLong = false
  let bytes = 0
  let changed = 0

  async function pass(piece: Buffer) {
    await copy.write(piece)
    bytes += piece.byteLength
  }

  async function passLines(lines: Buffer) {
    const result = edited(lines, edit)
    changed += result.changed
    await pass(result.lines)
  }

  async function takeTooLong(piece: Buffer) {
    const behind = piece.indexOf(NEWLINE) + 1
    await pass(piece.subarray(0, behind || piece.length))
    tooLong = behind === 0
    if (!tooLong) await take(piece.subarray(behind))
  }

  async function take(piece: Buffer): Promise<void> {
    if (tooLong) return takeTooLong(piece)
    const behind = piece.lastIndexOf(NEWLINE) + 1
    if (behind > 0) await passLines(Buffer.concat([begun, piece.subarray(0, behind)]))
    begun = behind > 0 ? Buffer.from(piece.subarray(behind)) : Buffer.concat([begun, piece])
    tooLong = begun.length > LINE_MAX_BYTES
    if (!tooLong) return
    await pass(begun)
    begun = Buffer.alloc(0)
  }

  try {
    for (;;) {
      const { bytesRead } = await source.read(chunk, 0, CHUNK_BYTES)
      if (bytesRead === 0) break
      await take(chunk.subarray(0, bytesRead))
    }
    if (begun.length > 0) await pass(begun)
    return { bytes, changed }
  } finally {
    await source.close()
  }
}

/** Whole lines, and what becomes of them. */
function edited(lines: Buffer, edit: Edit): { lines: Buffer; changed: number } {
  const edits = recordsIn(lines).map((record) => (record && record !== 'empty' ? edit(record) : undefined))
  const changed = edits.filter((one) => one !== undefined).length
  if (changed === 0) return { lines, changed }
  const pieces: Buffer[] = []
  let from = 0
  for (const record of edits) {
    const behind = lines.indexOf(NEWLINE, from) + 1
    pieces.push(record ? lineOf(record, behind - from) : lines.subarray(from, behind))
    from = behind
  }
  return { lines: Buffer.concat(pieces), changed }
}

/** At least as long as what it replaces: everything behind it stays at its byte. */
function lineOf(record: LogRecord, length: number): Buffer {
  const text = Buffer.from(JSON.stringify(record))
  const line = Buffer.alloc(Math.max(length, text.length + 1), SPACE)
  text.copy(line)
  line[line.length - 1] = NEWLINE
  return line
}
