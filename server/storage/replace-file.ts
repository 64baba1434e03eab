import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { type Disk, realDisk } from './disk.ts'

/** What a crash can leave behind. The dot keeps it out of every listing. */
const TEMPORARY = /^\..+\.[0-9a-f]{12}\.tmp$/
export const isTemporary = (name: string) => TEMPORARY.test(name)

/** A new name beside a file, for what will take its place. */
export const temporaryFor = (path: string) =>
  join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)

/** Somebody else has changed what is about to be replaced; it was left as it is. */
export class ConcurrentModificationError extends Error {
  override name = 'ConcurrentModificationError'
}

/** Asked when everything but the last step is done. */
type IsUnchanged = (() => Promise<boolean>) | undefined
type Options = { disk?: Disk; isStill?: IsUnchanged }
type WriteOptions = { mode?: number; disk?: Disk }

/** What needs no more space to come into place. Both throw what the disk throws; `put` throws `ConcurrentModificationError`, too. */
export type Staged = { put(isStill?: IsUnchanged): Promise<void>; drop(): Promise<void> }

/** A file's new text, whole and on the disk under another name. `mode` is the new file's. Throws what the disk throws. */
export async function stageFile(
  path: string,
  data: string | Uint8Array,
  { mode = 0o644, disk = realDisk }: WriteOptions = {},
): Promise<Staged> {
  const temporary = temporaryFor(path)
  const drop = () => disk.unlink(temporary).catch(() => {})
  const orDrop = async (step: Promise<void>) => {
    try {
      await step
    } catch (error) {
      await drop()
      throw error
    }
  }
  await orDrop(writeNew(temporary, data, { mode, disk, durable: true }))
  return {
    drop,
    async put(isStill) {
      await orDrop(refuseMoved(isStill).then(() => disk.rename(temporary, path)))
      await syncFolder(dirname(path), disk)
    },
  }
}

/**
 * Replaces a file, or makes it, so that a crash at any moment leaves the old text or the new one, whole.
 * `mode` is the new file's (default 0o644). Throws what the disk throws, and `ConcurrentModificationError`; the old file is then still there,
 * unless only the folder's fsync failed: then the new one is, and may not survive a power cut.
 */
export async function replaceFile(
  path: string,
  data: string | Uint8Array,
  { isStill, ...options }: Options & WriteOptions = {},
): Promise<void> {
  await (await stageFile(path, data, options)).put(isStill)
}

/**
 * The same for this process's user alone and without waiting for the disk, for what can be made again: a power cut can leave
 * anything in the file, so who reads it checks it. Its folder is made where it is not there. Throws what the disk throws.
 */
export async function replaceUnsynced(path: string, data: string | Uint8Array, disk = realDisk): Promise<void> {
  const temporary = temporaryFor(path)
  await disk.mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await writeNew(temporary, data, { mode: 0o600, disk, durable: false })
    await disk.rename(temporary, path)
  } catch (error) {
    await disk.unlink(temporary).catch(() => {})
    throw error
  }
}

/** Deletes a file for good. Throws `ENOENT` where there is none, and `ConcurrentModificationError`. */
export async function removeFile(path: string, { disk = realDisk, isStill }: Options = {}): Promise<void> {
  await refuseMoved(isStill)
  await disk.unlink(path)
  await syncFolder(dirname(path), disk)
}

/** Makes one folder, for good. Throws `EEXIST` where it is there. */
export async function makeFolder(path: string, { disk = realDisk }: { disk?: Disk } = {}): Promise<void> {
  await disk.mkdir(path)
  await syncFolder(dirname(path), disk)
}

async function refuseMoved(isStill: IsUnchanged): Promise<void> {
  if (isStill && !(await isStill())) throw new ConcurrentModificationError()
}

type NewFile = { mode: number; disk: Disk; durable: boolean }

async function writeNew(path: string, data: string | Uint8Array, { mode, disk, durable }: NewFile): Promise<void> {
  const file = await disk.open(path, 'wx', mode)
  try {
    await file.writeFile(data)
    if (durable) await file.sync()
  } finally {
    await file.close()
  }
}

/** A rename is only durable once the folder that holds the name is. Throws what the disk throws. */
export async function syncFolder(folder: string, disk = realDisk): Promise<void> {
  const handle = await disk.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
