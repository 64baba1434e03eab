import { randomBytes } from 'node:crypto'
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs'
import { chmod, type FileHandle, mkdir, open, readdir, readFile, rename, rmdir, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { OperatorError } from '#server/lib/errors.ts'

/** A file that is open for writing. */
export type OpenFile = {
  /** Writes to the end of a file that is open for appending. */
  writeFile(data: string | Uint8Array): Promise<void>
  sync(): Promise<void>
  truncate(size: number): Promise<void>
  stat(): Promise<{ size: number; mode: number; ino: number }>
  close(): Promise<void>
}
/** A file that is open for reading. */
export type ReadableFile = Pick<FileHandle, 'stat' | 'read' | 'readFile' | 'createReadStream' | 'close'>

/**
 * All calls that change files, and all reads that a response waits for. Tests make the Nth call fail (disk full, I/O error,
 * crash).
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

/** Throws what the disk throws, unless there is no such file. */
export function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

/** Reads a file. Throws file system errors. */
export async function readBytes(path: string): Promise<Buffer> {
  const file = await realDisk.openToRead(path)
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/** Reads a file as UTF-8. Throws file system errors. */
export const readText = async (path: string): Promise<string> => (await readBytes(path)).toString('utf8')

/** Follows no link and does not wait for the other end of a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

export class NotRegularFileError extends Error {}
export class FileTooLargeError extends Error {
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super('This file is too big.')
    this.maxBytes = maxBytes
  }
}

/** Throws `NotRegularFileError` for a link, a folder or a pipe, `FileTooLargeError` before reading, and file system errors. */
export async function readRegularFile(path: string, maxBytes: number): Promise<Uint8Array> {
  const file = await realDisk.openToRead(path, FLAGS).catch(toNotRegularFile)
  try {
    check(await file.stat(), maxBytes)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/** Like `readRegularFile`. Takes half the time for thousands of small files, but blocks the process. */
export const readRegularFileSync = (path: string, maxBytes: number): Uint8Array =>
  withRegularFile(path, maxBytes, (file) => readFileSync(file))

/** The first bytes of a file, with its size and modification time. */
export type FileHead = { head: Uint8Array; size: number; changedMs: number }

/** Reads the first `bytes` bytes. Throws `NotRegularFileError` and file system errors. */
export const readFileHeadSync = (path: string, bytes: number): FileHead =>
  withRegularFile(path, Number.POSITIVE_INFINITY, (file, { size, mtimeMs }) => {
    const head = new Uint8Array(bytes)
    return { head: head.subarray(0, readSync(file, head)), size, changedMs: mtimeMs }
  })

function withRegularFile<T>(path: string, maxBytes: number, read: (file: number, stats: Stats) => T): T {
  let file: number | undefined
  try {
    file = openSync(path, FLAGS)
    return read(file, check(fstatSync(file), maxBytes))
  } catch (error) {
    return toNotRegularFile(error)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function toNotRegularFile(error: unknown): never {
  throw error instanceof Error && 'code' in error && error.code === 'ELOOP'
    ? new NotRegularFileError('This is a link.')
    : error
}

function check(stats: Stats, maxBytes: number): Stats {
  if (!stats.isFile()) throw new NotRegularFileError('This is not a file.')
  if (stats.size > maxBytes) throw new FileTooLargeError(maxBytes)
  return stats
}

/** A crash can leave temporary files. The dot hides them from every listing. */
export const isTemporary = (name: string) => /^\..+\.[0-9a-f]{12}\.tmp$/.test(name)

/** A new name next to a file that will be replaced. */
export const temporaryFor = (path: string) =>
  join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)

/** The contents of a file, or their pieces. */
type FileData = string | Uint8Array | AsyncIterable<Uint8Array>
type Options = { mode?: number; disk?: Disk }

/** A change that needs no more disk space. `put` applies it and throws file system errors; `drop` discards it. */
export type Staged = { put(): Promise<void>; drop(): Promise<void> }

/** Writes and syncs a file's next contents under a temporary name. Throws file system errors. */
export async function stageFile(
  path: string,
  data: FileData,
  { mode = 0o644, disk = realDisk }: Options = {},
): Promise<Staged> {
  const temporary = temporaryFor(path)
  const drop = () => disk.unlink(temporary).catch(() => {})
  const dropAndThrow = async (error: unknown) => {
    await drop()
    throw error
  }
  await writeNew(temporary, data, mode, disk).catch(dropAndThrow)
  return {
    drop,
    async put() {
      await disk.rename(temporary, path).catch(dropAndThrow)
      await syncFolder(dirname(path), disk)
    },
  }
}

/**
 * Creates or replaces a file, so that a crash at any moment leaves the old or the new contents. `mode` is that of the new
 * file. Throws file system errors; the old file is then in place, or, if only the folder could not be synced, the new one,
 * which may not survive a power cut.
 */
export async function replaceFile(path: string, data: string | Uint8Array, options: Options = {}): Promise<void> {
  await (await stageFile(path, data, options)).put()
}

/** Deletes a file durably. Throws file system errors, `ENOENT` included. */
export async function removeFile(path: string, { disk = realDisk }: { disk?: Disk } = {}): Promise<void> {
  await disk.unlink(path)
  await syncFolder(dirname(path), disk)
}

/** Creates a folder durably. Throws file system errors, `EEXIST` included. */
export async function makeFolder(path: string, { disk = realDisk }: { disk?: Disk } = {}): Promise<void> {
  await disk.mkdir(path)
  await syncFolder(dirname(path), disk)
}

async function writeNew(path: string, data: FileData, mode: number, disk: Disk): Promise<void> {
  const file = await disk.open(path, 'wx', mode)
  try {
    if (typeof data === 'string' || data instanceof Uint8Array) await file.writeFile(data)
    else for await (const piece of data) await file.writeFile(piece)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Names in a folder are durable only once the folder is synced. Throws file system errors. */
export async function syncFolder(folder: string, disk = realDisk): Promise<void> {
  const handle = await disk.open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Creates the folder if it is missing, and makes it accessible to this process's user only. */
export async function ensurePrivateDir(folder: string): Promise<void> {
  await realDisk.mkdir(folder, { recursive: true, mode: 0o700 })
  await realDisk.chmod(folder, 0o700)
}

/** Reads a file in the folder of private files; `undefined` if it is missing. Throws `OperatorError` if it cannot be read. */
export const readPrivateFile = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw new OperatorError(`${file} cannot be read (${error.code}).`)
    return undefined
  })

/** Creates or replaces such a file. Throws file system errors. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  await ensurePrivateDir(dirname(file))
  await replaceFile(file, `${text}\n`, { mode: 0o600 })
}

/** The sorted names in a folder without hidden ones. A missing folder is empty. */
export async function listFiles(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(unlessMissing)) ?? []
  return names.filter((name) => !name.startsWith('.')).sort()
}

/** Shows that a file has changed, without reading it. */
export type FileSignature = { text: string; changedMs: number }
/** By path inside a folder. Missing files have no entry. */
export type FileSignatures = ReadonlyMap<string, FileSignature>

/** Ten thousand files take 25 ms, so other work runs in between. */
const BATCH = 500

/** Returns the signatures of these files. Never throws: a file that cannot be examined has a signature that says so. */
export async function statFiles(folder: string, files: readonly string[]): Promise<FileSignatures> {
  const signatures = new Map<string, FileSignature>()
  for (const [index, file] of files.entries()) {
    const signature = signatureOf(join(folder, file))
    if (signature) signatures.set(file, signature)
    if (index % BATCH === BATCH - 1) await new Promise(setImmediate)
  }
  return signatures
}

function signatureOf(path: string): FileSignature | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    // The name is not UTF-8, so it cannot be examined. Its file is reported all the same.
    if (!stats) return path.includes('\uFFFD') ? { text: 'not UTF-8', changedMs: 0 } : undefined
    const { mtimeMs, ctimeMs, size, ino } = stats
    return { text: `${mtimeMs} ${ctimeMs} ${size} ${ino}`, changedMs: ctimeMs }
  } catch (error) {
    return { text: String(error), changedMs: 0 }
  }
}

/** Returns the files that exist in only one of the two, or have another signature. */
export function differences(before: FileSignatures, after: FileSignatures): string[] {
  const files = new Set([...before.keys(), ...after.keys()])
  return [...files].filter((file) => before.get(file)?.text !== after.get(file)?.text)
}

/** Segments of letters, digits, `-`, `_` and single dots: no hidden file and no `..`. */
const SAFE_PATH =
  /^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*(?:\/[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*)*$/
const PATH_MAX_CHARACTERS = 300

/** Whether a relative path stays inside its folder, judged by its characters alone. */
export const isSafePath = (path: string) => path.length <= PATH_MAX_CHARACTERS && SAFE_PATH.test(path)

/** What a name must not have: control characters, a backslash, or bytes that are no text. */
const HOSTILE_CHARACTER = /[\p{Cc}\\\uFFFD]/u
const NAMED_PATH_MAX_CHARACTERS = 1_000

/**
 * Whether a relative path stays inside its folder, judged by its characters alone: with names as people write them, which
 * `isSafePath` does not allow in URLs.
 */
export const isPathInside = (path: string) =>
  path.length <= NAMED_PATH_MAX_CHARACTERS &&
  path.isWellFormed() &&
  !HOSTILE_CHARACTER.test(path) &&
  path.split('/').every((name) => name !== '' && !name.startsWith('.'))

/** Joins the paths. Throws a `RangeError` for a path that leaves the folder or has a hidden name, which is a bug or an attack. */
export function pathInside(root: string, path: string): string {
  if (!isPathInside(path)) throw new RangeError('This path is not one inside the folder.')
  return join(root, path)
}
