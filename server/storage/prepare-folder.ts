import { lstatSync, mkdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { OperatorError } from '#server/lib/errors.ts'
import { isTemporary, realDisk } from './files.ts'

/**
 * Creates `storage/public` if it is missing and returns its path. Throws `OperatorError` for a symbolic link: every file
 * behind it would get a URL, `storage/private` among them if it points there. Only the folder itself is checked:
 * STORAGE_DIR may be a link or be reached through one, for example to a mounted volume.
 */
export function ensurePublicDir(dir: string): string {
  const found = lstatSync(dir, { throwIfNoEntry: false })
  if (found?.isSymbolicLink())
    throw new OperatorError(
      'The folder "public" in STORAGE_DIR is a symbolic link. Replace it with a folder that holds the files, or set STORAGE_DIR to the folder that contains the real "public".',
    )
  if (found && !found.isDirectory())
    throw new OperatorError('"public" in STORAGE_DIR is not a folder. Move the file away.')
  mkdirSync(dir, { recursive: true })
  return dir
}

/**
 * Deletes the temporary files that a crash left in a folder and, with `recursive`, in the folders in it. Never throws: the
 * next start tries again.
 */
export async function removeTemporaryFiles(folder: string, { recursive = false } = {}): Promise<void> {
  const pattern = new Bun.Glob(recursive ? '**/.*.tmp' : '.*.tmp')
  const paths = await Array.fromAsync(pattern.scan({ cwd: folder, dot: true, absolute: true })).catch(() => [])
  const temporary = paths.filter((path) => isTemporary(basename(path)))
  await Promise.all(temporary.map((path) => realDisk.unlink(path).catch(() => {})))
}

/** Deletes the temporary files that a crash left for these files. Never throws. */
export async function removeTemporaryFilesOf(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const names = await readdir(dirname(path)).catch(() => [])
    const temporary = names.filter((name) => name.startsWith(`.${basename(path)}.`) && isTemporary(name))
    await Promise.all(temporary.map((name) => realDisk.unlink(join(dirname(path), name)).catch(() => {})))
  }
}
