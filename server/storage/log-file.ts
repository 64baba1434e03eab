import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from './files.ts'
import { inspectTail } from './read-log.ts'

/** A file that is open for appending. */
export type LogFile = {
  /** Device and inode. */
  id: string
  write(bytes: Uint8Array): Promise<void>
  /** Returns once everything written is on disk. */
  sync(): Promise<void>
  /** Truncates the file. */
  cut(size: number): Promise<void>
  close(): Promise<void>
}

/** All calls of a log that change files, so that tests can make them fail. */
export type LogDisk = {
  open(path: string): Promise<LogFile>
  rename(from: string, to: string): Promise<void>
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
        id: `${dev} ${ino}`,
        write: (bytes) => handle.appendFile(bytes),
        sync: () => handle.datasync(),
        cut: (to) => handle.truncate(to),
        close: () => handle.close(),
      }
    } catch (error) {
      await handle.close()
      throw error
    }
  },
  rename,
  syncFolder: (folder) => syncFolder(folder),
}

const LINE_BREAK = Buffer.from('\n')

/**
 * Makes a log end with a complete line: adds a missing line break, or moves a torn line to `<path>.torn` for an operator
 * to look at. Returns the new size, not synced. Throws file system errors.
 */
export async function repairTail(path: string, file: LogFile, disk: LogDisk): Promise<number> {
  const { end, rest } = await inspectTail(path)
  if (rest === 'torn') {
    await quarantine(path, end, disk)
    await file.cut(end)
  }
  if (rest !== 'record') return end
  await file.write(LINE_BREAK)
  return end + LINE_BREAK.length
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
