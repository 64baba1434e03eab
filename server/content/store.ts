import { stat } from 'node:fs/promises'
import {
  type ContentFolder,
  createContentFolder,
  type FileChange,
  revisionOf,
  textOrGone,
} from '#server/content/files/content-files.ts'
import {
  ContentNotFoundError,
  InvalidContentError,
  InvalidContentFolderError,
  type Problem,
  problemLine,
} from '#server/content/files/errors.ts'
import { isPictureFile, isPostFile } from '#server/content/files/post-names.ts'
import {
  applyChanges,
  type ContentState,
  createState,
  withFolderError,
} from '#server/content/snapshot/content-state.ts'
import { readAll, reloadFiles } from '#server/content/snapshot/read-files.ts'
import { replacedBetween } from '#server/content/snapshot/renames.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { bytesOf } from '#server/lib/bytes.ts'
import { DomainError, StorageError } from '#server/lib/errors.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { createMutex } from '#server/lib/mutex.ts'
import type { Disk, FileSignatures } from '#server/storage/files.ts'
import { ContentFileError, UneditableFrontMatterError } from '#server/text/front-matter/content-file-error.ts'
import type { ChangeListener, ChangeNote, ContentStore, Editor, Note, Transaction } from './content.ts'
import { entryText, type FileCache, type ReadCommitted, restoreLastGood } from './file-cache.ts'
import { watchGit } from './watch-content.ts'
import { afterEarlierSaves, ConcurrentModificationError, openWriter, type Writer } from './writer.ts'

type ContentStoreOptions = {
  dir: string
  log: Log
  disk?: Disk
  /** By default, one without a journal. */
  writer?: Writer
  cache?: FileCache
  /** Another process may write here, too: its temporary files are not those of a crash. */
  isShared?: boolean
  /** The metadata of all files, if it is known. */
  signatures?: FileSignatures
  /** Supplies last good versions that the cache does not have. */
  readCommitted?: ReadCommitted | undefined
  /** Throws where saves are not accepted. */
  assertSavable?: (() => Promise<void>) | undefined
}

/**
 * Reads the content folder into memory, bodies aside. Throws `InvalidContentFolderError` where the folder, `site.yml` or
 * `plans.yml` is missing or broken.
 */
export async function createContent(options: ContentStoreOptions): Promise<ContentStore> {
  const { dir, log, disk, cache } = options
  const folder = createContentFolder(dir, disk)
  const writer = options.writer ?? (await openWriter({ folder, log, disk }))
  const mutex = createMutex()
  const git = watchGit(dir)
  const listeners: ChangeListener[] = []
  const replacedListeners: Parameters<ContentStore['onReplaced']>[0][] = []
  let prepareImages = async (_: Snapshot) => {}
  let current = await load(options, folder)
  const logProblem = (one: Problem) =>
    log.warn('content problem', { problem: problemLine(one), severity: one.severity })
  current.snapshot.problems.forEach(logProblem)
  const onDisk = { dir, folder, cache }
  const readAgain = (files: readonly string[]) => reloadFiles(onDisk, current, files)

  async function change<T>(
    work: (tx: Transaction) => Promise<T>,
    note?: Note<T>,
    suffixed?: ReadonlySet<string>,
  ): Promise<T> {
    const options = { git, snapshot: () => current.snapshot, read: (file: string) => readBytes(folder, file) }
    let left: Awaited<ReturnType<typeof commitChange>>
    const commit = async (attempt: Attempt, value: T) => {
      left = await commitChange(attempt, typeof note === 'function' ? note(value) : note, suffixed)
    }
    const value = await afterEarlierSaves(() => mutex(() => withOptimisticRetry(options, work, commit)))
    await left?.()
    if (current.snapshot.pictures.size > 0) await prepareImages(current.snapshot)
    return value
  }

  /**
   * Returns what has to be awaited before the change is acknowledged. Throws `ConcurrentModificationError`, and writes nothing,
   * where an input changed at the last moment.
   */
  async function commitChange({ changes, isUnchanged }: Attempt, note?: ChangeNote, suffixed?: ReadonlySet<string>) {
    if (changes.length === 0 && !note?.isOutside) return
    if (note) await options.assertSavable?.()
    const next = applyChanges(dir, current, changes, suffixed)
    let left: (() => Promise<void>) | undefined
    try {
      left = await writer.write(changes, isUnchanged, note)
    } catch (error) {
      if (error instanceof ConcurrentModificationError || error instanceof DomainError) throw error
      const files = changes.map(({ file }) => file)
      log.error('content not stored', { files, ...errorFields(error) })
      swap(await readAgain(files))
      throw new StorageError(error)
    }
    for (const one of changes) {
      const bytes = isPictureFile(one.file) ? null : bytesOf(one)
      if (bytes) cache?.setLastGood(one.file, revisionOf(bytes), bytes)
    }
    const before = current.snapshot
    swap(next, note?.editor)
    await writer.finish()
    reportReplaced(before)
    return left
  }

  /**
   * Outside the lock, images of a few files are encoded first: that takes seconds, and saves do not wait for it. Many posts
   * are live before their images.
   */
  async function reload(files: readonly string[], isOutdated?: () => Promise<boolean>): Promise<boolean> {
    const hasImages = files.some((file) => isPictureFile(file) || isPostFile(file))
    const isBulk = files.length > IMAGES_FIRST_MAX_FILES
    if (hasImages && !isBulk) await prepareImages((await readAgain(files)).snapshot)
    const isLive = await mutex(async () => {
      const next = await readAgain(files)
      if (await isOutdated?.()) return false
      const before = current.snapshot
      swap(next)
      reportReplaced(before)
      return true
    })
    if (isLive && hasImages && isBulk) void prepareImages(current.snapshot)
    return isLive
  }

  function reportReplaced(before: Snapshot): void {
    const { replaced, moved } = replacedBetween(before, current.snapshot)
    if (replaced.length + moved.length > 0) for (const listener of replacedListeners) listener(replaced, moved)
  }

  /** A failing listener is logged: the change is stored already. */
  function swap(next: ContentState, editor?: Editor): void {
    if (next === current) return
    const before = current.snapshot
    current = next
    const known = new Set(before.problems.map(problemLine))
    for (const one of next.snapshot.problems) if (!known.has(problemLine(one))) logProblem(one)
    for (const listener of listeners) {
      try {
        listener(before, next.snapshot, editor)
      } catch (error) {
        log.error('content listener failed', errorFields(error))
      }
    }
  }

  return {
    snapshot: () => current.snapshot,
    read: (file) => textOrGone(readBytes(folder, file)),
    text: ({ file, revision }) => entryText(onDisk, file, revision),
    change,
    reload,
    markUnavailable: (reason) => mutex(async () => swap(withFolderError(dir, current, reason))),
    addRedirects: (renames) =>
      mutex(async () => swap(createState(dir, current.files, [...current.redirects, ...renames]))),
    files: () => current.files,
    exclusively: async (job) => void (await reload(await mutex(job))),
    onChange: (listener) => void listeners.push(listener),
    onReplaced: (listener) => void replacedListeners.push(listener),
    onImages: (listener) => {
      prepareImages = listener
    },
  }
}

async function load(
  { dir, cache, signatures, readCommitted, isShared = false }: ContentStoreOptions,
  folder: ContentFolder,
): Promise<ContentState> {
  const found = await stat(dir).catch(() => undefined)
  if (!found?.isDirectory()) throw new InvalidContentFolderError(`${dir}: there is no such content folder`)
  if (!isShared) await folder.tidy()
  const loaded = await readAll({ dir, folder, cache, signatures })
  const files = cache ? await restoreLastGood(loaded, cache, readCommitted) : loaded
  return createState(dir, files)
}

/** Posts of a reload with more files do not wait for their images. */
const IMAGES_FIRST_MAX_FILES = 50

async function readBytes(folder: ContentFolder, file: string): Promise<Uint8Array> {
  const bytes = await folder.read(file)
  if (!bytes) throw new ContentNotFoundError()
  return bytes
}

/** How long a change waits for files that keep changing, and for one git lock, which may have been left behind by a crash. */
const MAX_WAIT_MS = 3_000
const POLL_INTERVAL_MS = 5

type ReadBytes = (file: string) => Promise<Uint8Array>
/** What an attempt would change, and whether every input that it read is still the same. */
export type Attempt = { changes: readonly FileChange[]; isUnchanged(): Promise<boolean> }

/** A transaction that notes each file it reads and holds its writes back. */
function beginTransaction(snapshot: Snapshot, readFromDisk: ReadBytes) {
  const seen = new Map<string, Uint8Array | undefined>()
  const changes = new Map<string, FileChange>()

  async function readBytes(file: string): Promise<Uint8Array> {
    const own = changes.get(file)
    if (!own) seen.set(file, undefined)
    const bytes = own ? bytesOf(own) : await readFromDisk(file)
    if (!bytes) throw new ContentNotFoundError()
    if (!own) seen.set(file, bytes)
    return bytes
  }

  const exists = (file: string): Promise<boolean> =>
    readBytes(file).then(
      () => true,
      (error) => {
        if (error instanceof ContentNotFoundError) return false
        if (error instanceof ContentFileError) return true
        throw error
      },
    )

  const isSame = async ([file, bytes]: [string, Uint8Array | undefined]) =>
    Bun.deepEquals(await readFromDisk(file).catch(() => undefined), bytes)

  const tx: Transaction = {
    snapshot,
    read: (file) => textOrGone(readBytes(file)),
    readBytes,
    exists,
    write: (file, data) => void changes.set(file, { file, data }),
    remove: (file) => void changes.set(file, { file, data: null }),
    rollback: () => changes.clear(),
  }
  return {
    tx,
    changes: () => [...changes.values()],
    isUnchanged: async () => (await Promise.all([...seen].map(isSame))).every(Boolean),
  }
}

type RetryOptions = { git: ReturnType<typeof watchGit>; snapshot(): Snapshot; read: ReadBytes; maxWaitMs?: number }

/**
 * Runs a change against a stable working tree and commits it. If git is busy or an input changes, the result is
 * discarded, a rejection included, and `work` runs again in a new transaction. `commit` throws
 * `ConcurrentModificationError` where an input changed at the last moment.
 */
export async function withOptimisticRetry<T>(
  { git, snapshot, read, maxWaitMs = MAX_WAIT_MS }: RetryOptions,
  work: (tx: Transaction) => Promise<T>,
  commit: (attempt: Attempt, value: T) => Promise<void>,
): Promise<T> {
  const deadline = performance.now() + maxWaitMs
  const isLate = () => performance.now() > deadline
  const isBusy = () => git.isBusy(isLate() ? maxWaitMs : undefined)
  for (;;) {
    while (await isBusy()) await Bun.sleep(POLL_INTERVAL_MS)
    const version = await git.indexVersion()
    const { tx, changes, isUnchanged: areFilesUnchanged } = beginTransaction(snapshot(), read)
    const [result] = await Promise.allSettled([work(tx)])
    // After the deadline, only a checkout in between makes the result void: a file that never rests must not block saves.
    const isUnchanged = async () =>
      !(await isBusy()) && (isLate() ? version === (await git.indexVersion()) : await areFilesUnchanged())
    if (!(await isUnchanged())) continue
    if (result.status === 'rejected') throw asInvalidContent(result.reason)
    try {
      await commit({ changes: changes(), isUnchanged }, result.value)
      return result.value
    } catch (error) {
      if (!(error instanceof ConcurrentModificationError)) throw error
    }
  }
}

/** A file that cannot be edited rejects the change like one that could not be read again. */
function asInvalidContent(error: unknown): unknown {
  if (!(error instanceof ContentFileError)) return error
  const reason = error instanceof UneditableFrontMatterError ? error.message : 'a file could not be edited'
  return new InvalidContentError(`Nothing was saved: ${reason}.`)
}
