import { lstatSync, mkdirSync } from 'node:fs'

/** `storage/public` cannot be served. The message is a sentence for the operator; startup ends with it. */
export class PublicFolderError extends Error {
  override name = 'PublicFolderUnusable'
}

/**
 * Creates `storage/public` where it is missing and returns its path. Throws `PublicFolderError` where it is a symbolic link: every file behind it
 * would get a URL, `storage/private` among them if it points there. Only the folder itself is checked: STORAGE_DIR may be a
 * link or be reached through one, for example to a mounted volume.
 */
export function ensurePublicFolder(dir: string): string {
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
