import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isStoredPath } from './stored-types.ts'

export type StoredFile = { path: string; file: string; size: number; etag: string; modified: Date }

/**
 * Looks a stored path up under `root`, which is the folder's own real path. `undefined` where there is no such plain
 * file: a path of other letters never reaches the disk, and a link at any level leads nowhere.
 */
export async function storedFile(root: string, path: string): Promise<StoredFile | undefined> {
  if (!isStoredPath(path)) return undefined
  const file = join(root, path)
  try {
    if ((await realpath(file)) !== file) return undefined
    const found = await stat(file, { bigint: true })
    if (!found.isFile()) return undefined
    const etag = `"${found.size.toString(36)}-${found.mtimeNs.toString(36)}"`
    return { path, file, size: Number(found.size), etag, modified: new Date(Number(found.mtimeMs)) }
  } catch {
    return undefined
  }
}
