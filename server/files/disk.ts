import { mkdir, open, rename, unlink } from 'node:fs/promises'

/** A file that is open for writing. */
export type OpenFile = {
  writeFile(data: string | Uint8Array): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

/**
 * Every call that changes something on the disk. All writes go through one of these, so that a test can let the
 * Nth call fail (disk full, I/O error, crash) and look at what is left.
 */
export type Disk = {
  open(path: string, flags: string, mode?: number): Promise<OpenFile>
  rename(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
  mkdir(path: string): Promise<unknown>
}

export const realDisk: Disk = { open, rename, unlink, mkdir }
