import { dirname } from 'node:path'
import type { LogDisk, LogFile } from './log-disk.ts'
import { type LogLine, type LogRecord, readLines } from './log-reader.ts'
import { inspectTail, probeSpace, repairTail } from './log-tail.ts'
import { temporaryFor } from './replace-file.ts'

const NEWLINE = 10
const SPACE = 32

/** Returns the record to put in place of a line of `length` bytes; `undefined` leaves the line as it is. */
export type Edit = (record: LogRecord, length: number) => LogRecord | undefined

/** Writes to the end of a log. Everything throws file system errors. After a failed write, call `reopen`. */
export async function createLogWriter(path: string, disk: LogDisk) {
  let tail = await inspectTail(path)
  let file: LogFile | undefined
  /** Until the folder is synced, a power cut may bring the file from before a rewrite back. */
  let isFolderUnsynced = false

  async function open(): Promise<LogFile> {
    file ??= await openRepaired()
    return file
  }

  /** What follows the known end was never acknowledged. */
  async function openRepaired(): Promise<LogFile> {
    const opened = await disk.open(path)
    try {
      if (isFolderUnsynced) await disk.syncFolder(dirname(path))
      isFolderUnsynced = false
      const end = await repairTail(path, opened, tail, disk)
      await opened.sync()
      tail = { end, rest: 'nothing' }
      return opened
    } catch (error) {
      await opened.close().catch(() => {})
      throw error
    }
  }

  async function put(target: LogFile, bytes: Uint8Array) {
    await target.write(bytes)
    await target.sync()
    tail = { end: tail.end + bytes.byteLength, rest: 'nothing' }
  }

  async function close() {
    const closing = file
    file = undefined
    await closing?.close().catch(() => {})
  }

  /** Returns the file at the path, which another program may have replaced since it was opened. */
  async function reopenIfReplaced(): Promise<LogFile> {
    const target = await open()
    if (await target.isInPlace()) return target
    await close()
    tail = await inspectTail(path)
    return open()
  }

  async function replaceWith(copy: string, size: number) {
    await disk.rename(copy, path)
    isFolderUnsynced = true
    await close()
    tail = { end: size, rest: 'nothing' }
    await open()
  }

  return {
    open,
    /** How many bytes are on disk. Later bytes may still be removed. */
    end: () => tail.end,
    /** Appends complete lines. Returns once they are on disk, in the file at the path. */
    async write(bytes: Uint8Array): Promise<void> {
      const target = await open()
      await put(target, bytes)
      // If another program replaced the file during the write, the lines went to the old one.
      const current = await reopenIfReplaced()
      if (current !== target) await put(current, bytes)
    },
    /** Replaces the log by an edited copy; returns the number of changed lines. After an error, `open` tells whether writing is possible. */
    async rewrite(edit: Edit): Promise<number> {
      await reopenIfReplaced()
      const copy = temporaryFor(path)
      try {
        const { changed, size } = await copyEdited(path, copy, edit, disk)
        if (changed > 0) await replaceWith(copy, size)
        return changed
      } finally {
        await disk.remove(copy).catch(() => {})
      }
    },
    /** Opens the file again and cuts it back, because a failed sync leaves the fate of the bytes unknown. */
    async reopen(): Promise<void> {
      await close()
      await open()
    },
    /** Checks whether there is space for a line. */
    probe: async (): Promise<void> => probeSpace(await open(), tail.end),
    close,
  }
}

/** Copies a log in chunks until the copy is on disk. Returns its size and the number of lines that `edit` changed. */
async function copyEdited(from: string, to: string, edit: Edit, disk: LogDisk) {
  const copy = await disk.open(to)
  let changed = 0
  let size = 0
  function edited({ bytes, record }: LogLine): Buffer {
    const replacement = record && edit(record, bytes.length)
    if (!replacement) return bytes
    changed++
    return padded(replacement, bytes.length)
  }
  try {
    for await (const lines of readLines(from)) {
      const bytes = Buffer.concat(lines.map(edited))
      await copy.write(bytes)
      size += bytes.length
    }
    await copy.sync()
    return { changed, size }
  } finally {
    await copy.close()
  }
}

/** A line of at least this length: a shorter replacement is padded with spaces, so that later lines keep their offset. */
function padded(record: LogRecord, length: number): Buffer {
  const text = Buffer.from(JSON.stringify(record))
  const line = Buffer.alloc(Math.max(length, text.length + 1), SPACE)
  text.copy(line)
  line[line.length - 1] = NEWLINE
  return line
}
