import { lstat, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** Steps of letters, digits, `-`, `_` and single dots: no hidden file, no `..`, no way up. */
const SAFE_PATH =
  /^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*(?:\/[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*)*$/
const PATH_MAX_CHARACTERS = 300

/** Whether a path names something inside a folder, by its letters alone. */
export const isSafePath = (path: string) => path.length <= PATH_MAX_CHARACTERS && SAFE_PATH.test(path)

/** `path` inside `root`. Throws a `RangeError` for a path that is not safe: such a path is a bug or an attack, never a mistake. */
export function pathInside(root: string, path: string): string {
  if (!isSafePath(path)) throw new RangeError('This path is not one inside the folder.')
  return join(root, path)
}

/**
 * Where `path` really is, or `undefined`: nothing there, a symbolic link, or something reached through one that leads out of `root`.
 * Gives files and folders alike; the caller looks at which.
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
