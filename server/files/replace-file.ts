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
export class Moved extends Error {
  override name = 'Moved'
}

type Options = {
  disk?: Disk
  /** Asked when everything but the last step is done. */
  isStill?: (() => Promise<boolean>) | undefined
}

/**
 * Replaces a file, or makes it, so that a crash at any moment leaves the old text or the new one, whole.
 * `mode` is the new file's (default 0o644). Throws what the disk throws, and `Moved`; the old file is then still there,
 * unless only the folder's fsync failed: then the new one is, and may not survive a power cut.
 */
export async function replaceFile(
  path: string,
  data: string | Uint8Array,
  { mode = 0o644, disk = realDisk, isStill }: Options & { mode?: number } = {},
): Promise<void> {
  const temporary = temporaryFor(path)
  try {
    await writeNew(temporary, data, mode, disk)
    if (isStill && !(await isStill())) throw new Moved()
    await disk.rename(temporary, path)
  } catch (error) {
    await disk.unlink(temporary).catch(() => {})
    throw error
  }
  await syncFolder(dirname(path), disk)
}

/** Deletes a file for good. Throws `ENOENT` where there is none, and `Moved`. */
export async function removeFile(path: string, { disk = realDisk, isStill }: Options = {}): Promise<void> {
  if (isStill && !(await isStill())) throw new Moved()
  await disk.unlink(path)
  await syncFolder(dirname(path), disk)
}

/** Makes one folder, for good. Throws `EEXIST` where it is there. */
export async function makeFolder(path: string, { disk = realDisk }: { disk?: Disk } = {}): Promise<void> {
  await disk.mkdir(path)
  await syncFolder(dirname(path), disk)
}

async function writeNew(path: string, data: string | Uint8Array, mode: number, disk: Disk): Promise<void> {
  const file = await disk.open(path, 'wx', mode)
  try {
    await file.writeFile(data)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A rename is only durable once the folder that holds the name is. */
async function syncFolder(folder: string, disk: Disk): Promise<void> {
  const handle = await disk.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
