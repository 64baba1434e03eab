import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs'
import { realDisk } from './disk.ts'

/** Not through a link, and never waiting for the other end of a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

export class NotRegularFileError extends Error {
  override name = 'NotPlain'
}
export class FileTooLargeError extends Error {
  override name = 'TooBig'
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super('This file is too big.')
    this.maxBytes = maxBytes
  }
}

/** The bytes of an ordinary file. Throws `NotRegularFileError` for a link or anything else, `FileTooLargeError` before reading, and what the disk throws. */
export async function readPlainFile(path: string, maxBytes: number): Promise<Uint8Array> {
  const file = await realDisk.openToRead(path, FLAGS).catch(asNotPlain)
  try {
    check(await file.stat(), maxBytes)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/** The same at once: reading ten thousand small files takes half the time, as long as nobody else waits for the process. */
export function readPlainFileNow(path: string, maxBytes: number): Uint8Array {
  const file = opened(path)
  try {
    check(fstatSync(file), maxBytes)
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

/** The beginning of a file, and what tells it from another one of that name. */
export type PlainFileHead = { head: Uint8Array; size: number; changedMs: number }

/** The first bytes of an ordinary file, at once. Throws `NotRegularFileError` and what the disk throws. */
export function readPlainHeadNow(path: string, bytes: number): PlainFileHead {
  const file = opened(path)
  try {
    const { size, mtimeMs } = check(fstatSync(file), Number.POSITIVE_INFINITY)
    const head = new Uint8Array(bytes)
    return { head: head.subarray(0, readSync(file, head)), size, changedMs: mtimeMs }
  } finally {
    closeSync(file)
  }
}

function opened(path: string): number {
  try {
    return openSync(path, FLAGS)
  } catch (error) {
    return asNotPlain(error)
  }
}

function asNotPlain(error: unknown): never {
  throw error instanceof Error && 'code' in error && error.code === 'ELOOP'
    ? new NotRegularFileError('This is a link.')
    : error
}

function check(found: Stats, maxBytes: number): Stats {
  if (!found.isFile()) throw new NotRegularFileError('This is not a file.')
  if (found.size > maxBytes) throw new FileTooLargeError(maxBytes)
  return found
}
