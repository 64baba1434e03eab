import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openIfExists, parseRecord, readBytes } from './read-log.ts'

/** A file that is open for appending. */
export type LogFile = {
  /** In bytes, when it was opened. */
  size: number
  write(bytes: Uint8Array): Promise<void>
  /** Returns once everything written is on disk. */
  sync(): Promise<void>
  /** Truncates the file. */
  cut(size: number): Promise<void>
  /** Whether the path still refers to this file: a backup tool or an editor may have replaced it. */
  isInPlace(): Promise<boolean>
  close(): Promise<void>
}

/** All calls of a log that change files, so that tests can make them fail. */
export type LogDisk = {
  open(path: string): Promise<LogFile>
  rename(from: string, to: string): Promise<void>
  /** Succeeds for a missing file. */
  remove(path: string): Promise<void>
  syncFolder(folder: string): Promise<void>
}

/** Accessible to this process's user only. */
const MODE = 0o600

export const realLogDisk: LogDisk = {
  async open(path) {
    const handle = await open(path, 'a', MODE)
    try {
      const { size, ino, dev } = await handle.stat()
      await handle.chmod(MODE)
      if (size === 0) await syncFolder(dirname(path))
      return {
        size,
        write: (bytes) => handle.appendFile(bytes),
        sync: () => handle.datasync(),
        cut: (to) => handle.truncate(to),
        isInPlace: () =>
          stat(path).then(
            (now) => now.ino === ino && now.dev === dev,
            () => false,
          ),
        close: () => handle.close(),
      }
    } catch (error) {
      await handle.close()
      throw error
    }
  },
  rename,
  remove: (path) => rm(path, { force: true }),
  syncFolder,
}

/** The name of a new file is durable only once its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

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
