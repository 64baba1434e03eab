import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A file that only grows, open at its end. */
export type LogFile = {
  /** In bytes, as it was opened. */
  size: number
  write(bytes: Uint8Array): Promise<void>
  /** Returns once everything written is on the disk. */
  sync(): Promise<void>
  /** Cuts off what stands behind `size` bytes. */
  cut(size: number): Promise<void>
  /** Whether its path still leads to it: a backup tool or an editor may have put another file there. */
  isInPlace(): Promise<boolean>
  close(): Promise<void>
}

/** Every call of a log that changes something on the disk, so that a test can let it fail. */
export type LogDisk = {
  open(path: string): Promise<LogFile>
  rename(from: string, to: string): Promise<void>
  /** No error where there is none. */
  remove(path: string): Promise<void>
  syncFolder(folder: string): Promise<void>
}

/** Readable by this process's user alone (decision 16). */
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

/** A new file's name is only durable once the folder that holds it is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
