import { basename } from 'node:path'
import { RESTORING } from '#server/storage/unfinished-restore.ts'

/** Systems allow 4,096 bytes for the whole path; the rest is for the folder that an archive is restored to. */
const PATH_MAX_BYTES = 3_000

/**
 * The one rule for paths in archives, for backups and restores alike: returns why none has this one, `undefined` for a path
 * that stays inside its folder. A file system allows all other names: control characters, backslashes, any length.
 */
export function pathProblem(path: string): string | undefined {
  const names = path.split('/')
  if (!path.isWellFormed() || names.some((name) => !isOneName(name))) return 'its name is none on other systems'
  // Git would run the hooks in it.
  if (names.some((name) => /^\.git$/i.test(name))) return 'git has files of its own there'
  if (names.includes(RESTORING)) return 'left over from an interrupted restore'
  if (Buffer.byteLength(path) > PATH_MAX_BYTES) return `its path is longer than ${PATH_MAX_BYTES} bytes`
  return undefined
}

/** Where a backslash separates names, this system's rule rejects it. */
const isOneName = (name: string) => !/^\.{0,2}$/.test(name) && !name.includes('\0') && basename(name) === name

/** A path for people: control characters and quotes are escaped, because they could control the terminal. */
export const shownPath = (path: string): string => (/^[^\p{C}"\\]+$/u.test(path) ? path : JSON.stringify(path))

/** The same for bytes that are no UTF-8. */
export const shownBytes = (name: Uint8Array): string =>
  [...name].map((byte) => (byte > 32 && byte < 127 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`)).join('')
