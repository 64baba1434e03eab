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
 * Lets a save be acknowledged only once it has left the machine: recorded in PostgreSQL until any replica has pushed it, or, while
 * the database is away, pushed.
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

  /** Throws `EarlierSaveError`, and records nothing, where another replica's save of the same file is not here yet. */
  async function recordInDatabase(save: RecordedSave): Promise<void> {
    await withdrawAll()
    for (;;) {
      const missing = await saves.record(save, (id) => known.has(id))
      if (missing.length === 0) return
      if (known.size > KNOWN_MAX) known.clear()
      for (const id of await containedSaves(repository.git, missing)) known.add(id)
      if (!missing.every((id) => known.has(id))) throw new EarlierSaveError(catchUp)
    }
  }

  async function catchUp(): Promise<void> {
    await sync()
    await Bun.sleep(CATCH_UP_MS)
  }

  return {
    async record(change) {
      const files = await changesOf(change, repository, dir)
      if (files.length === 0) return
      if (sizeOf(files) > RECORDED_MAX_BYTES) {
        await assertPushable()
        return push
      }
      try {
        await recordInDatabase(toRecord(change, files))
        return
      } catch (error) {
        if (!(error instanceof DatabaseAwayError)) throw error
        await assertPushable().catch((reason) => {
          log.warn('save not accepted: neither the database nor the remote can be reached', errorFields(reason))
          withdrawn.add(change.saveId)
          throw error
        })
        return push
      }
    },
    async withdraw(saveId) {
      withdrawn.add(saveId)
      await withdrawAll().catch((error) => log.debug('record of a save not withdrawn', errorFields(error)))
    },
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
