import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { realDisk } from './disk.ts'
import { listHidden } from './list-files.ts'
import { isTemporary } from './replace-file.ts'

/** Deletes what a crash left half written of some files directly in a folder. Never throws: the next start tries again. */
export async function tidyFolder(folder: string, isOurs: (name: string) => boolean = () => true): Promise<void> {
  const left = (await listHidden(folder).catch(() => [])).filter((name) => isTemporary(name) && isOurs(name))
  await Promise.all(left.map((name) => realDisk.unlink(join(folder, name)).catch(() => {})))
}

/** The same in `storage/private` and the two levels of folders in it. No part of the site may have begun to write there. */
export async function tidyPrivate(folder: string): Promise<void> {
  const folders = await foldersIn(folder)
  const deeper = (await Promise.all(folders.map(foldersIn))).flat()
  await Promise.all([folder, ...folders, ...deeper].map((one) => tidyFolder(one)))
}

const foldersIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
