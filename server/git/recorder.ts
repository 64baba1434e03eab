import type { Recorder, SavedChange } from '#server/content/writer.ts'
import { EarlierSaveError } from '#server/content/writer.ts'
import type { Repository } from '#server/git/runner/repository.ts'
import { DatabaseAwayError } from '#server/lib/errors.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import type { RecordedSave, SharedSaves } from '#server/storage/shared-saves.ts'
import { changesOf } from './commit-queue.ts'
import { containedSaves } from './merge-commits.ts'

/** A larger save is pushed before it is acknowledged: it would keep the database busy for seconds. */
const RECORDED_MAX_BYTES = 64 * 1024 * 1024
const CATCH_UP_MS = 100
const WITHDRAW_AGAIN_MS = 1_000
const KNOWN_MAX = 10_000

type RecorderOptions = {
  saves: SharedSaves
  repository: Repository
  /** The content folder. */
  dir: string
  /** Fetches, merges and pushes. */
  sync(): Promise<void>
  /** Throws where a save cannot be pushed now. */
  assertPushable(): Promise<void>
  /** Pushes all saves so far. Throws where that fails. */
  push(): Promise<void>
  log: Log
}

/**
 * Lets a save be acknowledged only once it has left the machine: recorded in PostgreSQL until any replica has pushed it. While
 * the database is away nothing is saved, because another replica may be saving the same file.
 */
export function createRecorder({ saves, repository, dir, sync, assertPushable, push, log }: RecorderOptions): Recorder {
  /** Saves of other replicas that are here: once found, they stay. */
  const known = new Set<string>()
  /** Saves that were not made, and whose records may exist. */
  const withdrawn = new Set<string>()

  async function withdrawAll(): Promise<void> {
    for (const id of withdrawn) {
      await saves.withdraw(id)
      withdrawn.delete(id)
    }
  }

  /** Soon enough that no other replica takes the save for one that its replica has left. Never throws. */
  async function withdraw(saveId: string): Promise<void> {
    withdrawn.add(saveId)
    await withdrawAll().catch((error) => {
      log.debug('record of a save not withdrawn', errorFields(error))
      setTimeout(withdraw, WITHDRAW_AGAIN_MS, saveId).unref()
    })
  }

  /** Throws `EarlierSaveError`, and records nothing, where another replica's save of the same file is not here yet. */
  async function recordInDatabase(save: RecordedSave, isLarge: boolean): Promise<void> {
    await withdrawAll()
    for (;;) {
      const missing = await saves.record(save, (id) => known.has(id), isLarge)
      if (missing.length === 0) return
      if (known.size > KNOWN_MAX) known.clear()
      for (const id of await containedSaves(repository.git, missing)) known.add(id)
      if (!missing.every((id) => known.has(id))) throw new EarlierSaveError(catchUp)
    }
  }

  /** The deletion of an image that git never had makes no commit, and other replicas would wait for it. */
  async function withoutUnknown(files: RecordedSave['files']): Promise<RecordedSave['files']> {
    const isDeletion = ({ before, after }: RecordedSave['files'][number]) => before === null && after === null
    const deleted = files.filter(isDeletion).map(({ path }) => path)
    if (deleted.length === 0) return files
    const listed = await repository.git(['ls-tree', '-z', '--name-only', 'HEAD', '--', ...deleted])
    const known = new Set(listed.split('\0'))
    return files.filter((file) => !isDeletion(file) || known.has(file.path))
  }

  async function catchUp(): Promise<void> {
    await sync()
    await Bun.sleep(CATCH_UP_MS)
  }

  return {
    async record(change) {
      const files = await withoutUnknown(await changesOf(change, repository, dir))
      if (files.length === 0) return
      const isLarge = sizeOf(files) > RECORDED_MAX_BYTES
      if (isLarge) await assertPushable()
      try {
        await recordInDatabase(toRecord(change, files), isLarge)
      } catch (error) {
        // It may have been recorded although the response was lost.
        if (error instanceof DatabaseAwayError) void withdraw(change.saveId)
        throw error
      }
      return isLarge ? push : undefined
    },
    withdraw,
  }
}

const sizeOf = (files: RecordedSave['files']) =>
  files.reduce((sum, { before, after }) => sum + (before?.byteLength ?? 0) + (after?.byteLength ?? 0), 0)

const toRecord = (
  { saveId: id, at, note }: SavedChange & { saveId: string },
  files: RecordedSave['files'],
): RecordedSave => ({
  id,
  at,
  subject: note?.subject ?? '',
  contentId: note?.id,
  via: note?.via,
  editor: note?.editor,
  files,
})
