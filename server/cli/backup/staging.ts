import { realpath, stat, statfs } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { OperatorError } from '#server/lib/errors.ts'
import { realDisk, syncFolder } from '#server/storage/files.ts'
import type { Pieces } from './archive.ts'
import { BUNDLE, type Manifest, type Part } from './manifest.ts'
import { stagingOf } from './swap.ts'

/** The absolute folders of the parts, and of the checkout. */
export type Targets = Record<Part, string> & { checkout: string | undefined }

/** The folders that are replaced as a whole, the private one last: it is locked, and may be on another disk. */
export function rootsOf({ checkout, content, public: publicDir, private: privateDir }: Targets): string[] {
  const folders = [checkout, content, publicDir].filter((one) => one !== undefined)
  const isInside = (folder: string) => folders.some((other) => other !== folder && folder.startsWith(other + sep))
  return [...new Set(folders.filter((folder) => !isInside(folder))), privateDir]
}

/** Where what belongs to this absolute path is put together. */
export function stagedPath(path: string, roots: readonly string[]): string {
  const root = roots.toReversed().find((one) => `${path}${sep}`.startsWith(one + sep))
  if (root === undefined) throw new RangeError('This path is in no folder that is restored.')
  return join(stagingOf(root), relative(root, path))
}

/** The absolute path of a member, or of anything that the manifest names. */
export function targetOf(path: string, targets: Targets): string {
  const [part = '', ...rest] = path.split('/')
  return join(targets[part as Part], ...rest)
}

/** Creates a folder below a root. Throws `OperatorError` for a path through a link, because a commit can contain links. */
export async function makeFolder(root: string, folder: string, { isPrivate = false } = {}): Promise<void> {
  await realDisk.mkdir(folder, { recursive: true, ...(isPrivate && { mode: 0o700 }) })
  const inside = relative(root, folder)
  if (!inside.startsWith('..') && (await realpath(folder)) !== join(await realpath(root), inside))
    throw new OperatorError(`${folder} is a link. Nothing is restored through it.`)
}

/** Writes a new file durably. Throws file system errors. */
export async function writeStaged(path: string, pieces: Pieces, mode: number): Promise<void> {
  const file = await realDisk.open(path, 'wx', mode)
  try {
    for await (const piece of pieces) await file.writeFile(piece)
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(dirname(path))
}

/** Of a file system; a file takes whole blocks. */
const BLOCK_BYTES = 4096
const MEGABYTE = 1_000_000

/** Throws `OperatorError` where the disks have less space than the backup takes in addition to the existing files. */
export async function assertSpace({ members, committed }: Manifest, targets: Targets, roots: readonly string[]) {
  const needed = new Map<string, { bytes: number; folder: string }>()
  const add = async (target: string, size: number) => {
    const folder = roots.toReversed().find((root) => target.startsWith(root + sep)) ?? ''
    const disk = String((await stat(folder)).dev)
    const { bytes } = needed.get(disk) ?? { bytes: 0 }
    needed.set(disk, { bytes: bytes + Math.ceil(size / BLOCK_BYTES + 1) * BLOCK_BYTES, folder })
  }
  for (const { path, size } of [...members, ...committed]) {
    if (path !== BUNDLE) await add(targetOf(path, targets), size)
    // The file itself, and what git makes of it.
    else if (targets.checkout !== undefined) await add(join(targets.checkout, BUNDLE), 2 * size)
  }
  for (const { bytes, folder } of needed.values()) {
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    if (free < bytes)
      throw new OperatorError(
        `The restore needs ${inMegabytes(bytes)} beside what is in ${folder}, and ${inMegabytes(free)} are free. Nothing was changed. Free some space, or restore to another disk.`,
      )
  }
}

const inMegabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`
