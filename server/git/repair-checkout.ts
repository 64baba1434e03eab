import { readdir, readFile, rm, stat } from 'node:fs/promises'
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
import type { Log } from '#server/lib/log.ts'
import { replaceFile, unlessMissing } from '#server/storage/files.ts'

/** Longer than any git command of the site: what holds a lock for longer has been killed. */
const STALE_MS = 2 * 60_000

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
  await removeStaleLocks(repository.gitFolder, log)
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

/** Only in a clone that only the site uses. */
export async function removeStaleLocks(gitFolder: string, log: Pick<Log, 'warn'>): Promise<void> {
  const names = await readdir(gitFolder)
  const refs = (await readdir(join(gitFolder, 'refs'), { recursive: true })).map((name) => join('refs', name))
  for (const name of [...names, ...refs].filter((one) => one.endsWith('.lock'))) {
    const file = await stat(join(gitFolder, name)).catch(unlessMissing)
    if (!file || Date.now() - file.mtimeMs < STALE_MS) continue
    await rm(join(gitFolder, name), { force: true })
    log.warn('stale git lock removed', { name })
  }
}

/**
 * Restores the files of HEAD that git was about to replace with those of `goal`: they are missing, or the beginning or all of the
 * new file, and the index still has the old one. Git would take them for another person's work, and merge nothing any more.
 * Nothing is lost, because `goal` has it. Returns their paths.
 */
async function undoHalfMerge({ git, root }: Repository, goal: string, isPending: (path: string) => boolean) {
  const base = await git(['merge-base', 'HEAD', goal]).catch(() => undefined)
  if (base === undefined) return []
  const listed = await git(['diff-tree', '-r', '-z', '--no-renames', '--name-only', 'HEAD', goal])
  const paths = listed.split('\0').filter((path) => path !== '' && !isPending(path))
  const index = await listFiles(git, ['ls-files'], paths)
  const restored: string[] = []
  for (const path of paths) {
    const [old, next] = await readObjects(git, [`HEAD:${path}`, `${goal}:${path}`])
    const now = await readFile(join(root, path)).catch(unlessMissing)
    const [before, after] = [old?.bytes ?? null, next?.bytes ?? null]
    const isOldInIndex = (index.get(path)?.blob ?? null) === (before && blobId(before, base))
    if (!isOldInIndex || isSameBytes(now ?? null, before) || !isBeginning(now, after)) continue
    if (before) await replaceFile(join(root, path), before)
    else await rm(join(root, path), { force: true })
    restored.push(path)
  }
  return restored
}

const isBeginning = (now: Uint8Array | undefined, after: Uint8Array | null): boolean =>
  now === undefined || (after !== null && isSameBytes(now, after.subarray(0, now.byteLength)))
