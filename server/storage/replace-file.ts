import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { type Disk, realDisk } from './disk.ts'

/** A crash can leave temporary files. The dot hides them from every listing. */
const TEMPORARY = /^\..+\.[0-9a-f]{12}\.tmp$/
export const isTemporary = (name: string) => TEMPORARY.test(name)

/** A new name next to a file that will be replaced. */
export const temporaryFor = (path: string) =>
  join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)

type Options = { mode?: number; disk?: Disk }

/** A change that needs no more disk space. `put` applies it and throws file system errors; `drop` discards it. */
export type Staged = { put(): Promise<void>; drop(): Promise<void> }

/** Writes and syncs a file's next contents under a temporary name. Throws file system errors. */
export async function stageFile(
  path: string,
  data: string | Uint8Array,
  { mode = 0o644, disk = realDisk }: Options = {},
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
  await orDrop(writeNew(temporary, data, mode, disk))
  return {
    drop,
    async put() {
      await orDrop(disk.rename(temporary, path))
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

async function writeNew(path: string, data: string | Uint8Array, mode: number, disk: Disk): Promise<void> {
  const file = await disk.open(path, 'wx', mode)
  try {
    await file.writeFile(data)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Names in a folder are durable only once the folder is synced. Throws file system errors. */
export async function syncFolder(folder: string, disk = realDisk): Promise<void> {
  const handle = await disk.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
