import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * In the folder of public files: copies of images beside posts, which a start makes again, at the paths that they have below
 * /storage/. One rule keeps them out of git. No other public file has a name with a dot at its beginning.
 */
export const DERIVED_FOLDER = '.derived'

/** In the folder of public files: rendered share cards and covers. */
export const CARDS_FOLDER = 'cards'
/** What a site makes itself there. */
export const DERIVED_FOLDERS = [CARDS_FOLDER, DERIVED_FOLDER]

/** The folder with the public file at a path, which must be safe: the one of public files, or else the one of derived images. */
export function publicRootOf(publicDir: string, path: string): string {
  const derived = join(publicDir, DERIVED_FOLDER)
  return !existsSync(join(publicDir, path)) && existsSync(join(derived, path)) ? derived : publicDir
}
