import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { readBytes, replaceFile, unlessMissing } from '#server/storage/files.ts'

/** In the folder of private files: images that can still come back. */
export const DELETED_FOLDER = 'deleted-images'
const LIFETIME_MS = 24 * 60 * 60 * 1000

/** The files of one deletion, by their paths: of the library below `storage/public`, of posts with `content/` before. */
export type DeletedImages = {
  put(id: string, path: string, bytes: Uint8Array): Promise<void>
  paths(id: string): Promise<string[]>
  read(id: string, path: string): Promise<Uint8Array>
  remove(id: string): Promise<void>
  /** The ids of all deletions. */
  ids(): Promise<string[]>
}

/** The id has the time of the deletion. */
export const newDeletion = (now: Date): string => Bun.randomUUIDv7('hex', now)
const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

export const isTooOld = (id: string, now: Date): boolean => timeOf(id) + LIFETIME_MS < now.getTime()

/** Deletes for good what was deleted a day ago. */
export async function removeOldDeletions({ ids, remove }: DeletedImages, now: Date): Promise<void> {
  for (const id of await ids()) if (isTooOld(id, now)) await remove(id)
}

/** Deleted images in a folder of private files. Functions throw file system errors. */
export function deletedInFiles(privateDir: string): DeletedImages {
  const folder = join(privateDir, DELETED_FOLDER)
  return {
    async put(id, path, bytes) {
      const file = join(folder, id, path)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await replaceFile(file, bytes, { mode: 0o600 })
    },
    async paths(id) {
      const found = await readdir(join(folder, id), { recursive: true, withFileTypes: true }).catch(unlessMissing)
      return (found ?? [])
        .filter((one) => one.isFile())
        .map((one) => relative(join(folder, id), join(one.parentPath, one.name)))
    },
    read: (id, path) => readBytes(join(folder, id, path)),
    remove: (id) => rm(join(folder, id), { recursive: true, force: true }),
    ids: async () => (await readdir(folder).catch(unlessMissing)) ?? [],
  }
}
