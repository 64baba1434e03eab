import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { ContentFolder, FileChange } from '#server/content/files/content-files.ts'
import { BytesSchema, bytesOf, encodeBytes, isSameBytes } from '#server/lib/bytes.ts'
import { systemClock } from '#server/lib/clock.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import {
  type Disk,
  ensurePrivateDir,
  readText,
  realDisk,
  replaceFile,
  type Staged,
  syncFolder,
  unlessMissing,
} from '#server/storage/files.ts'
import { readStored, storedText } from '#server/storage/stored-json.ts'
import { ContentFileError } from '#server/text/front-matter/content-file-error.ts'
import type { ChangeNote } from './content.ts'

const NoteSchema = v.object({
  subject: v.string(),
  id: v.optional(v.string()),
  files: v.optional(v.pipe(v.array(v.string()), v.readonly())),
  removed: v.optional(v.pipe(v.array(v.string()), v.readonly())),
  via: v.optional(v.string()),
  editor: v.optional(v.object({ name: v.string(), email: v.string() })),
})
const ChangeSchema = v.object({
  number: v.number(),
  at: v.string(),
  /** Where several replicas follow one remote. */
  saveId: v.optional(v.string()),
  note: v.optional(NoteSchema),
  files: v.array(v.object({ file: v.string(), before: BytesSchema, after: BytesSchema })),
})

/** A change in the journal: files before and after it, `null` where there is none. With a note, it becomes a git commit. `at` is ISO 8601. */
export type SavedChange = v.InferOutput<typeof ChangeSchema>

/** Keeps changes outside of this machine, where several replicas follow one remote. */
export type Recorder = {
  /**
   * Records a change before its files are written, and returns what has to be awaited, after they are live, before the change is
   * acknowledged. Throws `StorageError` where nothing can keep the change, and `EarlierSaveError`: then nothing is written.
   */
  record(change: SavedChange & { saveId: string }): Promise<(() => Promise<void>) | undefined>
  /** The change was not written. Never throws. */
  withdraw(saveId: string): Promise<void>
}

/** Another replica has saved one of the files, and its change is not here yet. `catchUp` fetches it. */
export class EarlierSaveError extends UnavailableError {
  override name = 'EarlierSaveError'
  readonly catchUp: () => Promise<void>
  constructor(catchUp: () => Promise<void>) {
    super('This is not available for a moment. Please try again.', 5)
    this.catchUp = catchUp
  }
}

/** Runs a change again, after the saves of other replicas that came first. Throws `EarlierSaveError` where that takes too long. */
export async function afterEarlierSaves<T>(change: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + EARLIER_SAVES_MS
  for (;;) {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof EarlierSaveError) || performance.now() > deadline) throw error
      await error.catchUp()
    }
  }
}

/** A file changed after the change to it was computed. */
export class ConcurrentModificationError extends Error {
  override name = 'ConcurrentModificationError'
}

/** Another replica pushes its saves within a second, and those of one that died are recovered after some. */
const EARLIER_SAVES_MS = 12_000

export type Writer = Awaited<ReturnType<typeof openWriter>>

type WriterOptions = {
  folder: ContentFolder
  /** Without it, a crash can leave a change of several files half done. */
  journalFolder?: string | undefined
  now?: () => Date
  log: Log
  disk?: Disk | undefined
}

/**
 * Writes changes of content files, each of them completely or not at all. A change of several files, or one that becomes a
 * commit, is in the journal from before its first byte is written: as `NUMBER-begun.json`, then as `NUMBER.json` until it is
 * committed. After a failure or, at the next start, after a crash, a change that is on the disk in part is rolled back,
 * and one that is on the disk is committed: otherwise it would count as another person's uncommitted work.
 */
export async function openWriter({ folder, journalFolder, now = systemClock, log, disk = realDisk }: WriterOptions) {
  const journal = journalFolder === undefined ? undefined : createJournal(journalFolder, disk)
  let lastNumber = (await journal?.lastNumber()) ?? 0
  /** The last change, until the journal says that it is on the disk. */
  let open: { change: SavedChange; isWritten: boolean } | undefined
  /** Changes that nothing commits yet. */
  const waiting: SavedChange[] = []
  let commit: ((change: SavedChange) => void) | undefined
  let recorder: Recorder | undefined

  /**
   * Returns what has to be awaited before the change is acknowledged (see `Recorder`). Throws what the disk and the recorder
   * throw, and `ConcurrentModificationError` where `isUnchanged` is false: then no file has changed.
   */
  async function write(changes: readonly FileChange[], isUnchanged: () => Promise<boolean>, note?: ChangeNote) {
    await settle()
    const saved = changes.map(async (one) => ({ file: one.file, before: await read(one.file), after: bytesOf(one) }))
    const files = await Promise.all(saved)
    const staged: Staged[] = []
    let recorded: Awaited<ReturnType<typeof record>>
    try {
      for (const { file, data } of deletionsLast(changes)) staged.push(await folder.stage(file, data))
      if (files.length > 1 || (commit && note)) {
        const { saveId = recorder && crypto.randomUUID(), at = now().toISOString() } = note?.recorded ?? {}
        const change = { number: ++lastNumber, at, saveId, note: commit && note, files }
        open = { change, isWritten: false }
        await journal?.begin(change)
      }
      if (!(await isUnchanged())) throw new ConcurrentModificationError()
      if (open && !note?.recorded) {
        recorded = await record(open.change)
        // Recording takes longer than all else.
        if (recorded && !(await isUnchanged())) throw new ConcurrentModificationError()
      }
      for (const one of staged) await one.put()
      if (open) open.isWritten = true
      return recorded?.left
    } catch (error) {
      if (recorded) await recorder?.withdraw(recorded.saveId)
      await Promise.all(staged.map((one) => one.drop()))
      await settle().catch(logFailure)
      throw error
    }
  }

  async function record(change: SavedChange) {
    const { saveId } = change
    if (!recorder || !change.note || saveId === undefined) return
    return { saveId, left: await recorder.record({ ...change, saveId }) }
  }

  /** Completes the last change or rolls it back. Throws what the disk throws: the next change or start tries again. */
  async function settle(): Promise<void> {
    if (!open) return
    const { change, isWritten } = open
    if ((isWritten || (await isOnDisk(change))) && change.note) {
      await journal?.done(change).catch(logFailure)
      if (commit) commit(change)
      else waiting.push(change)
    } else await journal?.remove(change)
    open = undefined
  }

  /** Restores the old files of a change that is on the disk in part, unless another program has changed one since. */
  async function isOnDisk({ files }: SavedChange): Promise<boolean> {
    const found = await Promise.all(files.map(async (one) => ({ ...one, now: await read(one.file) })))
    const done = found.filter(({ now, after }) => isSameBytes(now, after))
    const rest = found.filter((one) => !done.includes(one))
    if (done.length > 0 && rest.length > 0 && rest.every(({ now, before }) => isSameBytes(now, before))) {
      log.warn('content change rolled back', { files: files.map(({ file }) => file) })
      const old = deletionsLast(done.map(({ file, before }) => ({ file, data: before })))
      for (const { file, data } of old) await (await folder.stage(file, data)).put()
    }
    return rest.length === 0
  }

  const read = async (file: string) => (await folder.read(file).catch(unlessInvalid)) ?? null

  const logFailure = (error: unknown) => log.error('content journal failed', errorFields(error))

  for (const { change, isWritten } of (await journal?.list()) ?? []) {
    open = { change, isWritten }
    await settle().catch(logFailure)
  }

  return {
    write,
    /** After the last change is live. Never throws. */
    finish: () => settle().catch(logFailure),
    /** Calls `listener` with each change that is to be committed: those of the last run, then new ones. */
    onSaved(listener: (change: SavedChange) => void): void {
      commit = listener
      for (const change of waiting.splice(0)) listener(change)
    },
    /** Records changes that are to be committed, from now on. */
    recordWith(other: Recorder): void {
      recorder = other
    },
    /** After a change is committed. Never throws. */
    forget: async (change: SavedChange) => journal?.remove(change).catch(logFailure),
  }
}

/** The files of changes that the last run has not committed. */
export async function journaledFiles(journalFolder: string): Promise<Set<string>> {
  const changes = await createJournal(journalFolder, realDisk).list()
  return new Set(changes.flatMap(({ change }) => change.files.map(({ file }) => file)))
}

/** Changes on the disk, a file for each: `NUMBER-begun.json`, then `NUMBER.json`. All functions throw what the disk throws. */
function createJournal(folder: string, disk: Disk) {
  const pathOf = ({ number }: SavedChange, state: '' | '-begun') =>
    join(folder, `${String(number).padStart(9, '0')}${state}.json`)

  const names = async (): Promise<string[]> =>
    (await readdir(folder).catch(() => [])).filter((name) => /^\d+(?:-begun)?\.json$/.test(name)).sort()

  return {
    async begin(change: SavedChange): Promise<void> {
      await ensurePrivateDir(folder)
      const files = change.files.map((one) => ({
        ...one,
        before: encodeBytes(one.before),
        after: encodeBytes(one.after),
      }))
      await replaceFile(pathOf(change, '-begun'), storedText({ ...change, files }), { mode: 0o600, disk })
    },
    /** The change is on the disk. Durably: as begun after later changes, it would look like one that is there in part. */
    async done(change: SavedChange): Promise<void> {
      await disk.rename(pathOf(change, '-begun'), pathOf(change, '')).catch(unlessMissing)
      if (change.files.length > 1) await syncFolder(folder, disk)
    },
    async remove(change: SavedChange): Promise<void> {
      for (const state of ['-begun', ''] as const) await disk.unlink(pathOf(change, state)).catch(unlessMissing)
      await syncFolder(folder, disk).catch(unlessMissing)
    },
    /**
     * In order of their numbers. Throws `OperatorError` for a change of an unknown version, which is in no commit yet. A damaged
     * file is left alone.
     */
    async list(): Promise<{ change: SavedChange; isWritten: boolean }[]> {
      const found = (await names()).map(async (name) => {
        const path = join(folder, name)
        const stored = readStored(ChangeSchema, await readText(path), path)
        return stored === 'damaged' ? [] : [{ change: stored.known, isWritten: !name.includes('-begun') }]
      })
      return (await Promise.all(found)).flat()
    },
    /** No change has a higher one, of files that are left alone either. */
    lastNumber: async (): Promise<number> => Number.parseInt((await names()).at(-1) ?? '0', 10),
  }
}

/** A crash in between may leave a file twice, never none. */
const deletionsLast = (changes: readonly FileChange[]) => [
  ...changes.filter(({ data }) => data !== null),
  ...changes.filter(({ data }) => data === null),
]

/** A file that is too large, or a link, is replaced like a missing one. */
function unlessInvalid(error: unknown): undefined {
  if (!(error instanceof ContentFileError)) throw error
}
