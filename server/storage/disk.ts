import { chmod, type FileHandle, mkdir, open, rename, rmdir, unlink } from 'node:fs/promises'

/** A file that is open for writing. */
export type OpenFile = {
  writeFile(data: string | Uint8Array): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}
/** A file that is open for reading. */
export type ReadableFile = Pick<FileHandle, 'stat' | 'read' | 'readFile' | 'close'>

/**
 * All calls that change files, except those of the logs (see `LogDisk`), and all reads that a response waits for. Tests
 * make the Nth call fail (disk full, I/O error, crash) and check what is left.
 */
export type Disk = {
  open(path: string, flags: string, mode?: number): Promise<OpenFile>
  openToRead(path: string, flags?: number): Promise<ReadableFile>
  rename(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
  /** Throws if the folder is not empty. */
  rmdir(path: string): Promise<void>
  mkdir(path: string, options?: { recursive?: boolean; mode?: number }): Promise<unknown>
  chmod(path: string, mode: number): Promise<void>
}

export const realDisk: Disk = {
  open,
  openToRead: (path, flags) => open(path, flags ?? 'r'),
  rename,
  unlink,
  rmdir,
  mkdir,
  chmod,
}
