import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { listHidden } from './list-files.ts'
import { isTemporary } from './replace-file.ts'

/** Deletes what a crash left half written of some files directly in a folder. Never throws: the next start tries again. */
export async function tidyFolder(folder: string, isOurs: (name: string) => boolean = () => true): Promise<void> {
  const left = (await listHidden(folder).catch(() => [])).filter((name) => isTemporary(name) && isOurs(name))
  await Promise.all(left.map((name) => unlink(join(folder, name)).catch(() => {})))
}
