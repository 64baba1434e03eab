import { isUtf8 } from 'node:buffer'
import { constants, type Stats } from 'node:fs'
import { lstat, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '#server/lib/errors.ts'
import { isTemporary, type ReadableFile, realDisk } from '#server/storage/files.ts'
import { memberOf } from './archive.ts'
import { pathProblem, shownBytes, shownPath } from './names.ts'

/** What a backup does not hold, and why. The path is for people. */
export type LeftOut = { path: string; reason: string }

/** What is below a folder, by relative path, sorted. */
export type Tree = { part: string; files: string[]; links: string[]; emptyFolders: string[]; leftOut: LeftOut[] }

type TreeOptions = {
  /** The name of the folder in archives. */
  part: string
  /** Files and folders, with a slash at the end, that belong to no backup. */
  isExcluded?: (path: string) => boolean
}

/**
 * Lists everything below a folder. A missing folder is empty. Entries that vanish during the listing are left out.
 * Throws `OperatorError` if the folder itself cannot be read.
 */
export async function readTree(folder: string, { part, isExcluded = () => false }: TreeOptions): Promise<Tree> {
  const tree: Tree = { part, files: [], links: [], emptyFolders: [], leftOut: [] }
  const leaveOut = (path: string, reason: string) => void tree.leftOut.push({ path: `${part}/${path}`, reason })

  async function readFolder(below: string): Promise<void> {
    const names = await readdir(join(folder, below), { encoding: 'buffer' }).catch((error) => {
      if (below === '' && error.code !== 'ENOENT')
        throw new OperatorError(`${folder} cannot be read (${error.code}). Run this as the user of the site.`)
      if (error.code !== 'ENOENT') leaveOut(`${shownPath(below)}/`, unreadable(error))
    })
    if (names?.length === 0 && below !== '') tree.emptyFolders.push(below)
    await Promise.all((names ?? []).map((name) => readEntry(below, name)))
  }

  async function readEntry(below: string, name: Buffer): Promise<void> {
    // No path of this process can name it.
    if (!isUtf8(name)) return leaveOut(`${below && `${shownPath(below)}/`}${shownBytes(name)}`, 'its name is not UTF-8')
    const path = join(below, name.toString())
    if (isTemporary(name.toString()) || isExcluded(path) || isExcluded(`${path}/`)) return
    const stats = await lstat(join(folder, path)).catch((error) => {
      if (error.code !== 'ENOENT') leaveOut(shownPath(path), unreadable(error))
    })
    const problem = stats && pathProblem(`${part}/${path}`)
    if (!stats) return
    if (problem !== undefined) leaveOut(shownPath(path), problem)
    else if (stats.isDirectory()) await readFolder(path)
    else if (stats.isFile()) tree.files.push(path)
    else if (stats.isSymbolicLink()) tree.links.push(path)
    else leaveOut(shownPath(path), `it is ${kindOf(stats)}`)
  }

  await readFolder('')
  tree.leftOut.sort((a, b) => (a.path < b.path ? -1 : 1))
  for (const paths of [tree.files, tree.links, tree.emptyFolders]) paths.sort()
  return tree
}

export const unreadable = (error: { code?: string }) => `it cannot be read (${error.code ?? 'unknown'})`

function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return 'a named pipe'
  return stats.isSocket() ? 'a socket' : 'a device'
}

/** Follows no link and does not wait for the other end of a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
const READS = 20
const WAIT_MS = 25
/** More than any text or image of the site: videos and documents, which must not be in memory. */
const LARGE_BYTES = 32 * 1024 * 1024

/** A file that is read in pieces when it is written to an archive. It is then still what it was, or the backup fails. */
export type LargeFile = { path: string; size: number; sha256: string }

/**
 * Reads a file as of one moment. Returns `undefined` for one that is gone, and the reason where it cannot be read, or changes
 * all the time. `largeBytes`: smaller in tests.
 */
export async function readWhole(
  path: string,
  reads = READS,
  largeBytes = LARGE_BYTES,
): Promise<Buffer | LargeFile | string | undefined> {
  try {
    for (let attempt = 0; attempt < reads; attempt++) {
      const read = await readOnce(path, largeBytes)
      if (read !== undefined) return read
      await Bun.sleep(WAIT_MS)
    }
    return 'it changes all the time'
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return error.code === 'ENOENT' ? undefined : unreadable(error as { code?: string })
  }
}

/** Returns `undefined` for a file that changes while it is read. Throws file system errors. */
async function readOnce(path: string, largeBytes: number): Promise<Buffer | LargeFile | string | undefined> {
  const file = await realDisk.openToRead(path, FLAGS)
  try {
    const before = await file.stat()
    if (!before.isFile()) return 'it is no file any longer'
    const read = before.size > largeBytes ? await sumOf(file, path) : await file.readFile()
    const after = await file.stat()
    const size = 'size' in read ? read.size : read.length
    return after.mtimeMs === before.mtimeMs && after.size === size ? read : undefined
  } finally {
    await file.close()
  }
}

async function sumOf(file: ReadableFile, path: string): Promise<LargeFile> {
  const { size, sha256 } = await memberOf(path, file.createReadStream({ autoClose: false, start: 0 }))
  return { path, size, sha256 }
}

/** The target of a link; `undefined`: it is gone, or no link any longer. */
export const linkTarget = (path: string): Promise<Buffer | undefined> =>
  readlink(path, { encoding: 'buffer' }).catch(() => undefined)
