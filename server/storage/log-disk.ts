import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

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
