import { open } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { auditFiles } from '#server/admin/audit/audit-files.ts'
import { leadFiles } from '#server/leads/records/lead-logs.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { RUNNING_SITES } from '#server/ops/running-sites.ts'
import { differences, statFiles } from '#server/storage/files.ts'
import { MIGRATION_BACKUP } from '#server/storage/migration-backups.ts'
import { endOfLines } from '#server/storage/read-log.ts'
import type { Pieces } from './archive.ts'
import { shownPath } from './names.ts'
import { type LargeFile, type LeftOut, readTree, readWhole, type Tree, unreadable } from './tree.ts'

/** Derived files, files of the running process, backups, images that were deleted, and what would give access: sessions, preview links, the key of shell commands. */
const NOT_INCLUDED =
  /^(?:html|sources|backups|deleted-images|moved-[^/]*|commit-queue|imports\/(?:work|journal))\/|^imports\/(?:process\.lock|server\.json)$|^server\.json$|^cache-v\d+\.sqlite|^(?:process|admin|audit)\.lock$|^(?:sessions|preview-links|last-backup)\.(?:json|lock)$|^command\.key$/

/** Without the history of a folder that is a checkout itself, which is a bundle, and what a running site says of itself. */
export const readContentTree = (folder: string) =>
  readTree(folder, { part: 'content', isExcluded: (path) => path === '.git' || path === RUNNING_SITES })
export const readPublicTree = (folder: string) => readTree(folder, { part: 'public' })
const readPrivateTree = (folder: string) =>
  readTree(folder, { part: 'private', isExcluded: (path) => NOT_INCLUDED.test(path) || MIGRATION_BACKUP.test(path) })

/** Events follow the lead that they refer to, so their log is cut first. */
const logPaths = (privateDir: string): string[] => {
  const { event, ...leads } = leadFiles(privateDir)
  return [event, ...Object.values(leads), ...auditFiles(privateDir)].map((file) => relative(privateDir, file))
}

/** `path` is relative to the folder of private files. */
export type OpenedLog = { path: string; size: number; pieces(): Pieces; close(): Promise<void> }

/**
 * Opens the logs at one moment, each up to its last whole line. Logs only grow, and a rewrite replaces the file, so an open
 * log stays readable as it was. One that cannot be read is added to `leftOut`.
 */
export async function openLogs(
  privateDir: string,
  isElsewhere: (path: string) => boolean,
  leftOut: LeftOut[],
): Promise<OpenedLog[]> {
  const { files } = await readPrivateTree(privateDir)
  const opened: OpenedLog[] = []
  for (const path of logPaths(privateDir).filter((log) => files.includes(log) && !isElsewhere(log))) {
    const file = await open(join(privateDir, path)).catch((error) => {
      if (error.code !== 'ENOENT') leftOut.push({ path: `private/${path}`, reason: unreadable(error) })
    })
    if (!file) continue
    const size = await endOfLines(file).catch(async (error) => {
      await closeAll([...opened, { close: () => file.close() }])
      throw error
    })
    const pieces = () => (size === 0 ? [] : file.createReadStream({ end: size - 1, autoClose: false }))
    opened.push({ path, size, pieces, close: () => file.close() })
  }
  return opened
}

export const closeAll = (opened: readonly { close(): Promise<void> }[]) =>
  Promise.all(opened.map(({ close }) => close()))

const TRIES = 200
const WAIT_MS = 25

type Folders = { contentDir: string; privateDir: string; headOf(): Promise<string | undefined> }
/** The files by path below their folder, and what else is there. */
type Files = { read: ReadonlyMap<string, Uint8Array | LargeFile>; tree: Tree }
export type Snapshot = { content: Files; private: Files; head: string | undefined }

/**
 * Reads the content, the small private files and the current commit as of one moment, while they may be written: reads all
 * again until names, times and sizes stay the same. Each file is whole because writers replace files atomically. Waits a
 * few seconds for saves to be committed. Throws `OperatorError` when files change all the time.
 */
export async function readSnapshot({ contentDir, privateDir, headOf }: Folders): Promise<Snapshot> {
  const logs = new Set(logPaths(privateDir))
  const examine = async () => {
    const contentTree = await readContentTree(contentDir)
    const privateTree = await readPrivateTree(privateDir)
    const content = await statFiles(contentDir, contentTree.files)
    const small = await statFiles(
      privateDir,
      privateTree.files.filter((path) => !logs.has(path)),
    )
    return { content, contentTree, small, privateTree, head: await headOf() }
  }
  // A change in this journal is in progress, or waits for its commit, in which its bytes would be missing.
  const isIdle = async () => (await readTree(join(privateDir, 'commit-queue'), { part: 'private' })).files.length === 0
  for (let attempt = 0; attempt < TRIES; attempt++, await Bun.sleep(WAIT_MS)) {
    const waitsForCommits = attempt < TRIES / 2
    if (waitsForCommits && !(await isIdle())) continue
    const before = await examine()
    const content = await readAll(contentDir, before.content.keys(), before.contentTree)
    const small = await readAll(privateDir, before.small.keys(), before.privateTree)
    const after = await examine()
    const changed = [...differences(before.content, after.content), ...differences(before.small, after.small)]
    if (changed.length > 0 || before.head !== after.head || (waitsForCommits && !(await isIdle()))) continue
    return { content, private: small, head: before.head }
  }
  throw new OperatorError('The content changes faster than it can be read. Please try again.')
}

async function readAll(folder: string, files: Iterable<string>, tree: Tree): Promise<Files> {
  const read = new Map<string, Uint8Array | LargeFile>()
  const leftOut = [...tree.leftOut]
  for (const file of files) {
    // One that is being written is read again with all others.
    const found = await readWhole(join(folder, file), 1)
    if (typeof found === 'string') leftOut.push({ path: `${tree.part}/${shownPath(file)}`, reason: found })
    else if (found) read.set(file, found)
  }
  return { read, tree: { ...tree, leftOut } }
}
