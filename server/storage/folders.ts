import { lstatSync, mkdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '#server/lib/errors.ts'
import { realDisk } from './disk.ts'
import { isTemporary } from './replace-file.ts'

/** Creates the folder if it is missing, and makes it accessible to this process's user only. */
export async function ensurePrivateDir(folder: string): Promise<void> {
  await realDisk.mkdir(folder, { recursive: true, mode: 0o700 })
  await realDisk.chmod(folder, 0o700)
}

/** `storage/public` cannot be served. Startup ends with the message. */
export class PublicFolderError extends OperatorError {
  override name = 'PublicFolderError'
}

/**
 * Creates `storage/public` if it is missing and returns its path. Throws `PublicFolderError` for a symbolic link:
 * every file behind it would get a URL, `storage/private` among them if it points there. Only the folder itself is
 * checked: STORAGE_DIR may be a link or be reached through one, for example to a mounted volume.
 */
export function ensurePublicDir(dir: string): string {
  const found = lstatSync(dir, { throwIfNoEntry: false })
  if (found?.isSymbolicLink())
    throw new PublicFolderError(
      'The folder "public" in STORAGE_DIR is a symbolic link. Replace it with a folder that holds the files, or set STORAGE_DIR to the folder that contains the real "public".',
    )
  if (found && !found.isDirectory())
    throw new PublicFolderError('"public" in STORAGE_DIR is not a folder. Move the file away.')
  mkdirSync(dir, { recursive: true })
  return dir
}

/** The sorted names in a folder without hidden ones. A missing folder is empty. */
export const listFiles = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter((name) => !name.startsWith('.')).sort()

/** The hidden names in a folder. A missing folder is empty. */
export const listHidden = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter((name) => name.startsWith('.'))

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Deletes the temporary files that a crash left directly in a folder. Never throws: the next start tries again. */
export async function removeTemporaryFiles(folder: string): Promise<void> {
  const names = (await listHidden(folder).catch(() => [])).filter(isTemporary)
  await Promise.all(names.map((name) => realDisk.unlink(join(folder, name)).catch(() => {})))
}

/** The same in `storage/private` and two levels of folders in it, before anything writes there. Never throws. */
export async function cleanPrivateDir(folder: string): Promise<void> {
  const folders = await foldersIn(folder)
  const deeper = (await Promise.all(folders.map(foldersIn))).flat()
  await Promise.all([folder, ...folders, ...deeper].map((one) => removeTemporaryFiles(one)))
}

const foldersIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
