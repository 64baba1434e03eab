import { lstat, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** Segments of letters, digits, `-`, `_` and single dots: no hidden file and no `..`. */
const SAFE_PATH =
  /^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*(?:\/[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*)*$/
const PATH_MAX_CHARACTERS = 300

/** Whether a relative path stays inside its folder, judged by its characters alone. */
export const isSafePath = (path: string) => path.length <= PATH_MAX_CHARACTERS && SAFE_PATH.test(path)

/** Joins the paths. Throws a `RangeError` for an unsafe path, which is a bug or an attack. */
export function pathInside(root: string, path: string): string {
  if (!isSafePath(path)) throw new RangeError('This path is not one inside the folder.')
  return join(root, path)
}

/**
 * Returns the real path of a file or folder, or `undefined` if it is missing, is a symbolic link, or is reached through a
 * link that leads out of `root`.
 */
export async function realPathInside(root: string, path: string): Promise<string | undefined> {
  if (!isSafePath(path)) return undefined
  try {
    const wanted = join(root, path)
    if ((await lstat(wanted)).isSymbolicLink()) return undefined
    const [realRoot, real] = await Promise.all([realpath(root), realpath(wanted)])
    return real.startsWith(realRoot + sep) ? real : undefined
  } catch {
    return undefined
  }
}
