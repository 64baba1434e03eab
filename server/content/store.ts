import { stat } from 'node:fs/promises'
import type { Log } from '#server/http/log.ts'
import { StorageError } from '#server/lib/errors.ts'
import { oneAtATime } from '#server/lib/mutex.ts'
import type { Disk } from '#server/storage/disk.ts'
import { ConcurrentModificationError } from '#server/storage/replace-file.ts'
import { type Next, withChanges } from './apply-changes.ts'
import { savedFiles } from './before-after.ts'
import { buildSnapshot } from './build-snapshot.ts'
import {
  bytesOf,
  type ChangeNote,
  type Content,
  type FileChange,
  type Recording,
  type SavedFile,
  type Transaction,
} from './content.ts'
import { type ContentFolder, createContentFolder } from './content-folder.ts'
import { revisionOf } from './decode-file.ts'
import { entryText } from './entry-text.ts'
import { ContentNotFoundError } from './errors.ts'
import { isPictureFile, isPostFolder } from './file-id.ts'
import { textOrGone } from './file-text.ts'
import { createListeners } from './listeners.ts'
import { type Files, type ReadWell, readAll } from './loaded-files.ts'
import { logProblems, problemLine } from './problem.ts'
import type { Move } from './redirects/detect-renames.ts'
import { leading } from './redirects/with-redirects.ts'
import { readAgain, withoutFolder } from './reload-files.ts'
import { restoreLastGood } from './restore-last-good.ts'
import type { Snapshot } from './snapshot.ts'
import { type Attempt, withOptimisticRetry } from './transaction.ts'
import { InvalidContentFolderError } from './unusable.ts'
import type { Sources } from './version-store.ts'
import { createWriter, type Writer } from './writer.ts'

export type ContentDeps = {
  dir: string
  log: Log
  disk?: Disk
  /** Where changes of several files are noted while they are written (see `createWriter`). */
  unfinished?: string
  /** Content files as they were when they were good: for those that are bad, or another one than the snapshot knows. */
  sources?: Sources
  /** Told of every text that became content after the start. */
  readWell?: ReadWell
  /** Told of each save that has a note, before it is written; then, once it is on the disk and live. */
  record?: ((files: readonly SavedFile[], note: ChangeNote) => Promise<Recording>) | undefined
}
type Note<T> = ChangeNote | ((value: T) => ChangeNote)

/** Content that can also be told that files changed on the disk without it. */
export type DiskContent = Content & {
  /**
   * Reads these files again and swaps once for all of them, or not at all where none says anything new. A file that broke
   * keeps what it last held; the problem is in the snapshot. `isOld` is asked at the last moment, also where
   * nothing is new: where it says that the files changed while they were read, nothing is swapped.
   */
  reload(files: readonly string[], isOld?: () => Promise<boolean>): Promise<Snapshot>
  /** The folder cannot be read, for this reason: what was there stays until the next `reload`. */
  lost(reason: string): Promise<Snapshot>
  /** These old addresses lead on, although the files do not say so, until the files change. */
  lead(moves: readonly Move[]): Promise<Snapshot>
  /** What is known, file by file. */
  files(): Files
  /** Runs a job that changes files of the folder while no save does, then reads again those that it gives. */
  exclusively(job: () => Promise<readonly string[]>): Promise<void>
}

/**
 * Reads the content folder and keeps what it says, bodies aside. Throws `InvalidContentFolderError`, with a sentence for whoever
 * starts the server, where the folder, `site.yml` or `plans.yml` is missing or broken.
 */
export async function createContent({ dir, log, disk, unfinished, ...rest }: ContentDeps): Promise<DiskContent> {
  const { sources, readWell, record } = rest
  const folder = createContentFolder(dir, disk)
  const writer = createWriter({ folder, unfinished, log, disk })
  const alone = oneAtATime()
  const changed = createListeners<[before: Snapshot, after: Snapshot]>(log)
  const beforeReload = createListeners<[next: Snapshot]>(log)
  const afterChange = createListeners<[]>(log)
  let current = await firstLook({ dir, folder, writer, log, sources })
  const read = (file: string) => textOrGone(readBytes(folder, file))
  const again = (files: readonly string[]) => readAgain({ dir, folder, readWell }, current, files)

  async function change<T>(work: (tx: Transaction) => Promise<T>, note?: Note<T>): Promise<T> {
    const options = { dir, snapshot: () => current.snapshot, read: (file: string) => readBytes(folder, file) }
    const commit = (attempt: Attempt, value: T) =>
      commitChange(attempt, typeof note === 'function' ? () => note(value) : note && (() => note))
    const value = await alone(() => withOptimisticRetry(options, work, commit))
    await afterChange.notify()
    return value
  }

  /** Throws `ConcurrentModificationError`, and writes nothing, where an input changed at the last moment. */
  async function commitChange({ changes, isUnchanged }: Attempt, note?: () => ChangeNote): Promise<void> {
    if (changes.length === 0) return
    const next = withChanges(dir, current, changes)
    const recording = record && note ? await record(await savedFiles(dir, folder, changes), note()) : undefined
    try {
      await writer.write(changes, isUnchanged)
    } catch (error) {
      await ((await writer.isDone(changes)) ? recording?.done() : recording?.undone())
      if (error instanceof ConcurrentModificationError) throw error
      const files = changes.map(({ file }) => file)
      log.error('content not stored', { files, reason: String(error) })
      await swap(await again(files))
      throw new StorageError(error)
    }
    if (readWell) for (const [revision, bytes] of texts(changes)) readWell(revision, bytes)
    await swap(next)
    await recording?.done()
  }

  /** Outside the lock, images of these files are encoded first: that takes seconds, and saves do not wait for it. */
  async function reload(files: readonly string[], isOld?: () => Promise<boolean>): Promise<Snapshot> {
    if (files.some((file) => isPictureFile(file) || isPostFolder(file))) {
      await beforeReload.notify((await again(files)).snapshot)
    }
    return alone(async () => {
      const next = await again(files)
      return (await isOld?.()) ? current.snapshot : swapFound(next)
    })
  }

  async function swap(next: Next): Promise<Snapshot> {
    const before = current.snapshot
    current = next
    await changed.notify(before, next.snapshot)
    return next.snapshot
  }

  /** The same content is no change, and nobody is told. */
  async function swapFound(next: Next): Promise<Snapshot> {
    if (next === current) return current.snapshot
    const known = new Set(current.snapshot.problems.map(problemLine))
    logProblems(
      next.snapshot.problems.filter((one) => !known.has(problemLine(one))),
      log,
    )
    return swap(next)
  }

  return {
    snapshot: () => current.snapshot,
    read,
    text: (entry) => entryText(folder, sources, entry),
    change,
    reload,
    lost: (reason) => alone(() => swapFound(withoutFolder(dir, current, reason))),
    lead: (moves) => alone(() => swap(leading(dir, current, moves))),
    files: () => current.files,
    exclusively: async (job) => void (await reload(await alone(job))),
    onChange: changed.add,
    beforeReload: beforeReload.add,
    afterChange: afterChange.add,
  }
}

const texts = (changes: readonly FileChange[]) =>
  changes.flatMap((change) => {
    const bytes = isPictureFile(change.file) ? null : bytesOf(change)
    return bytes ? [[revisionOf(bytes), bytes] as const] : []
  })

type Looking = { dir: string; folder: ContentFolder; writer: Writer; log: Log; sources: Sources | undefined }

async function firstLook({ dir, folder, writer, log, sources }: Looking): Promise<Next> {
  const there = await stat(dir).catch(() => undefined)
  if (!there?.isDirectory()) throw new InvalidContentFolderError(`${dir}: there is no such content folder`)
  await folder.tidy()
  await writer.recover()
  const found = await readAll(dir, folder)
  const files = sources ? await restoreLastGood(found, sources) : found
  const snapshot = buildSnapshot(dir, files)
  logProblems(snapshot.problems, log)
  return { files, snapshot }
}

async function readBytes(folder: ContentFolder, file: string): Promise<Uint8Array> {
  const bytes = await folder.read(file)
  if (!bytes) throw new ContentNotFoundError()
  return bytes
}
