import { isUtf8 } from 'node:buffer'
import { lstat, readdir, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { OperatorError } from '#server/lib/errors.ts'
import { realDisk, replaceFile, syncFolder, unlessMissing } from '#server/storage/files.ts'
import { PROCESS_LOCK_FILES } from '#server/storage/locks.ts'
import { journalIn, type Move, RESTORING, type Restore } from '#server/storage/unfinished-restore.ts'

/** Where a restore puts a folder together before it replaces that. On the same disk, so that a rename is enough. */
export const stagingOf = (root: string): string => join(root, RESTORING, 'new')
const formerOf = (root: string): string => join(root, RESTORING, 'old')

/** Writes the journal durably. Throws file system errors. */
export async function writeJournal(restore: Restore, root = restore.private): Promise<void> {
  await realDisk.mkdir(join(root, RESTORING), { recursive: true, mode: 0o700 })
  await replaceFile(journalIn(root), JSON.stringify(restore), { mode: 0o600 })
}

// Journals have paths whose characters are bytes, because a name may be no UTF-8.
const fromText = (path: string) => Buffer.from(path).toString('latin1')

/** A path as the file system takes it. Its functions take bytes as well, which their types here do not say. */
function native(path: string): string {
  const bytes = Buffer.from(path, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : (bytes as unknown as string)
}

/** What stays in a folder of private files: the lock of this process, and other backups. */
const STAYS = [...PROCESS_LOCK_FILES, 'backups']

/** Returns the renames that replace what is in the folders by what is staged. Throws file system errors. */
export async function planMoves({ roots, private: privateDir }: Restore): Promise<Move[]> {
  const staying = [...STAYS.map((name) => join(privateDir, name)), ...roots.map((root) => join(root, RESTORING))]
  const retained = new Set(staying.map(fromText))
  const others = new Set(roots.map(fromText))
  /** A folder with something that stays is not moved, but what is in it. */
  const hasRetained = (path: string) => [...retained].some((one) => one.startsWith(path + sep))

  /** The entries below `from` that can be renamed into the root; another root inside is moved separately. */
  async function entries(from: string, root: string, below = ''): Promise<string[]> {
    const names = await readdir(native(join(from, below)), { encoding: 'buffer' }).catch(unlessMissing)
    const found = (names ?? []).map(async (name) => {
      const path = join(below, name.toString('latin1'))
      const target = join(root, path)
      if (retained.has(target) || others.has(target)) return []
      return hasRetained(target) ? entries(from, root, path) : [path]
    })
    return (await Promise.all(found)).flat()
  }

  const moves: Move[] = []
  for (const root of others)
    for (const path of await entries(root, root))
      moves.push({ from: join(root, path), to: join(formerOf(root), path), puts: 'old' })
  for (const root of others)
    for (const path of await entries(stagingOf(root), root))
      moves.push({ from: join(stagingOf(root), path), to: join(root, path), puts: 'new' })
  return moves
}

/** Does the renames that are not done yet. Throws file system errors. */
export async function doMoves(moves: readonly Move[]): Promise<void> {
  for (const { from, to, puts } of moves) {
    // What was there before has left once; its path may have what is new since.
    const isDone = puts === 'old' ? await exists(to) : !(await exists(from))
    if (!isDone) await move(from, to)
  }
}

/** Takes back those that are done. Throws file system errors. */
export async function undoMoves(moves: readonly Move[]): Promise<void> {
  for (const { from, to, puts } of moves.toReversed()) {
    const isDone = puts === 'old' ? await exists(to) : !(await exists(from))
    if (isDone) await move(to, from)
  }
}

const exists = async (path: string): Promise<boolean> => (await lstat(native(path)).catch(unlessMissing)) !== undefined

async function move(from: string, to: string): Promise<void> {
  await realDisk.mkdir(native(dirname(to)), { recursive: true, mode: 0o700 })
  await realDisk.rename(native(from), native(to))
  for (const path of [to, from]) await syncFolder(native(dirname(path)))
}

/** Ends a restore that is complete, or undone: without its journal, the rest is of no meaning. Throws file system errors. */
export async function endJournal({ private: privateDir }: Restore): Promise<void> {
  await realDisk.unlink(journalIn(privateDir)).catch(unlessMissing)
  await syncFolder(join(privateDir, RESTORING)).catch(unlessMissing)
}

/** Deletes the leftovers of a restore. Throws `OperatorError`; the site is complete even then. */
export async function removeLeftovers(roots: readonly string[]): Promise<void> {
  for (const folder of roots.map((root) => join(root, RESTORING)))
    await rm(folder, { recursive: true, force: true }).catch((error) => {
      throw new OperatorError(
        `${folder} cannot be deleted (${error.code}). The site is whole without it. Move it away, or make it writable: the next restore deletes it.`,
      )
    })
}
