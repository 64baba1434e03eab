import { readdir, readFile, readlink, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { protocolsFor } from '#server/git/runner/remote-url.ts'
import {
  blobId,
  listFiles,
  openRepository,
  prefixOf,
  type Repository,
  readObjects,
  withLineFeeds,
} from '#server/git/runner/repository.ts'
import { isSameBytes } from '#server/lib/bytes.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { replaceFile, unlessMissing } from '#server/storage/files.ts'

/** Longer than any git command of the site: what holds a lock for longer has been killed. */
const STALE_MS = 2 * 60_000
/** A pack is being written for longer. */
const STALE_PACK_MS = 60 * 60_000
const LEFT_BEHIND: readonly (readonly [RegExp, number])[] = [
  [/\.lock$/, STALE_MS],
  [/\/fast_import_crash_\d+$/, 0],
  [/\/tmp_pack_\w+$/, STALE_PACK_MS],
]

type RepairOptions = {
  remote: string
  contentDir: string
  /** Content files that a save has changed and not committed. */
  pending: ReadonlySet<string>
  log: Pick<Log, 'warn'>
}

/**
 * Repairs the clone of a replica after a power cut or a container that was killed in the middle of a git command. Runs before
 * anything reads the content. Throws `GitError`.
 */
export async function repairCheckout({ remote, contentDir, pending, log }: RepairOptions): Promise<void> {
  const repository = await openRepository(contentDir, protocolsFor(remote))
  if (!repository) return
  await removeStaleLocks(repository, log)
  const prefix = (await prefixOf(repository, contentDir)) ?? ''
  const isPending = (path: string) => path.startsWith(prefix) && pending.has(path.slice(prefix.length))
  const files = await undoHalfMerge(repository, '@{upstream}', isPending)
  if (files.length > 0) log.warn('files of an interrupted merge restored', { files })
}

/**
 * Writes files that a merge has checked out as they are in the commit, where attributes below the root, which come by push, made
 * others of them (`ident`, `working-tree-encoding`). Line ends stay. Throws `GitError`.
 */
export async function undoConversions(
  { git, root }: Repository,
  goal: string,
  changes: readonly { path: string; mode: string; blob: string }[],
): Promise<void> {
  const names = (await git(['ls-tree', '-r', '-z', '--name-only', goal])).split('\0')
  if (!names.some((name) => name.endsWith('/.gitattributes'))) return
  for (const { path, mode, blob } of changes) {
    if (Number(mode) === 0) continue
    const [committed] = await readObjects(git, [blob])
    const now = await readFile(join(root, path)).catch(unlessMissing)
    if (committed && now && withLineFeeds(now) !== withLineFeeds(committed.bytes))
      await replaceFile(join(root, path), committed.bytes)
  }
}

/**
 * Removes locks that a killed git has left, and what a failed `fast-import` leaves. Not while a git of another person runs in
 * the checkout: `git commit` holds a lock for as long as its message is being written. Never rejects.
 */
export async function removeStaleLocks({ root, gitFolder, commonFolder }: Repository, log: Pick<Log, 'warn'>) {
  const found = await Promise.all([
    ...[...new Set([gitFolder, commonFolder])].map((folder) => filesIn(folder)),
    filesIn(join(commonFolder, 'refs'), { recursive: true }),
    filesIn(join(commonFolder, 'objects', 'pack')),
  ])
  const old: string[] = []
  for (const path of found.flat()) {
    const limitMs = LEFT_BEHIND.find(([pattern]) => pattern.test(path))?.[1]
    const file = limitMs === undefined ? undefined : await stat(path).catch(() => undefined)
    if (file && limitMs !== undefined && Date.now() - file.mtimeMs >= limitMs) old.push(path)
  }
  if (old.length === 0 || (await isGitRunningIn(root))) return
  for (const path of old)
    await rm(path, { force: true }).then(
      () => log.warn('file of a killed git removed', { path }),
      (error) => log.warn('file of a killed git not removed', { path, ...errorFields(error) }),
    )
}

const filesIn = async (folder: string, options: { recursive?: boolean } = {}): Promise<string[]> =>
  (await readdir(folder, options).catch((): string[] => [])).map((name) => join(folder, name))

/** Where Linux shows it: whether a git process has its working folder in this one. */
async function isGitRunningIn(root: string): Promise<boolean> {
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  for (const id of processes) {
    const name = await readFile(`/proc/${id}/comm`, 'utf8').catch(() => '')
    if (name.trim() !== 'git') continue
    const folder = await readlink(`/proc/${id}/cwd`).catch(() => '')
    if (`${folder}/`.startsWith(`${root}/`)) return true
  }
  return false
}

/**
 * Restores the files of HEAD that git was about to replace with those of `goal`: they are missing, or the beginning or all of the
 * new file, and the index still has the old one. Git would take them for another person's work, and merge nothing any more.
 * Nothing is lost, because `goal` has it. Returns their paths.
 */
async function undoHalfMerge({ git, root }: Repository, goal: string, isPending: (path: string) => boolean) {
  const base = await git(['merge-base', 'HEAD', goal]).catch(() => undefined)
  if (base === undefined) return []
  const listed = await git(['diff-tree', '-r', '-z', '--no-renames', '--raw', 'HEAD', goal])
  const changes = [...listed.matchAll(/:\d+ \d+ (\w+) (\w+) \w+\0([^\0]+)\0/g)].map(
    ([, before = '', after = '', path = '']) => ({ path, before: idOrNull(before), after: idOrNull(after) }),
  )
  const index = await listFiles(
    git,
    ['ls-files'],
    changes.map(({ path }) => path),
  )
  const suspects: typeof changes = []
  for (const change of changes) {
    const isOldInIndex = (index.get(change.path)?.blob ?? null) === change.before
    if (isOldInIndex && !isPending(change.path) && !(await isOnDisk(change.path, change.before))) suspects.push(change)
  }
  const restored: string[] = []
  for (let at = 0; at < suspects.length; at += READ_AT_ONCE) {
    const batch = suspects.slice(at, at + READ_AT_ONCE)
    // An id without an object is missing, as the file is.
    const objects = await readObjects(
      git,
      batch.flatMap(({ before, after }) => [before ?? NONE, after ?? NONE]),
    )
    for (const [nth, { path }] of batch.entries()) {
      const [before, after] = [objects[2 * nth]?.bytes, objects[2 * nth + 1]?.bytes]
      if (!isBeginning(await readFile(join(root, path)).catch(unlessMissing), after ?? null)) continue
      if (before) await replaceFile(join(root, path), before)
      else await rm(join(root, path), { force: true })
      restored.push(path)
    }
  }
  return restored

  async function isOnDisk(path: string, id: string | null): Promise<boolean> {
    const now = await readFile(join(root, path)).catch(unlessMissing)
    return (now ? blobId(now, base ?? '') : null) === id
  }
}

/** So many files, before and after, are in memory together. */
const READ_AT_ONCE = 100
const NONE = '0'.repeat(40)
const idOrNull = (id: string) => (/^0+$/.test(id) ? null : id)

const isBeginning = (now: Uint8Array | undefined, after: Uint8Array | null): boolean =>
  now === undefined || (after !== null && isSameBytes(now, after.subarray(0, now.byteLength)))
