import { stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** A page with the URL of an old card may still be read for this long. */
const GRACE_MS = 24 * 60 * 60 * 1000

/** Deletes those of the files that were written more than a day ago, and returns their names. */
export async function deleteOldFiles(folder: string, names: readonly string[]): Promise<string[]> {
  const deleted: string[] = []
  for (const name of names) {
    const file = join(folder, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }))
    if (Date.now() - mtimeMs < GRACE_MS) continue
    deleted.push(name)
    await unlink(file).catch(() => {})
  }
  return deleted
}
