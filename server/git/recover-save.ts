import type { ContentStore } from '#server/content/content.ts'
import { namesAtHead, type Repository, readObjects } from '#server/git/runner/repository.ts'
import { isSameBytes } from '#server/lib/bytes.ts'
import { DomainError } from '#server/lib/errors.ts'
import type { Log } from '#server/lib/log.ts'
import type { RecordedSave, SharedSaves } from '#server/storage/shared-saves.ts'
import { deniedFiles, makeSave, mergeSave } from './make-save.ts'
import { containedSaves, MergeConflictError } from './merge-commits.ts'
import type { RemoteOptions } from './remote.ts'

type RecoveryOptions = Pick<RemoteOptions, 'isAllowed'> & {
  repository: Repository
  content: Pick<ContentStore, 'change'>
  /** `content/`, or an empty text. */
  prefix: string
  saves: Pick<SharedSaves, 'reject'>
  /** Returns whether each save so far is committed. */
  commit(): Promise<boolean>
  log: Log
}

/**
 * Returns a function that makes another replica's recorded save here, through the same checks as a save of the dashboard, and
 * commits it with the same id. It returns whether the remote, which must be in sync, has the change already. A save that
 * cannot be merged is rejected: a person has to make it. Throws `GitError` and `StorageError`.
 */
export function createSaveRecovery({ repository, content, prefix, saves, isAllowed, commit, log }: RecoveryOptions) {
  const { git, root } = repository

  async function reject(save: RecordedSave, reason: string): Promise<boolean> {
    log.error('save of another replica not recovered', { save: save.id, files: pathsOf(save), reason })
    await saves.reject(save.id, reason)
    return false
  }

  const isContained = async ({ id }: RecordedSave) => (await containedSaves(git, [id])).length > 0

  return async (save: RecordedSave): Promise<boolean> => {
    if ((await isContained(save)) || (await isCommitted(save))) return true
    const denied = deniedFiles(save, isAllowed)
    if (denied.length > 0) return reject(save, 'files outside of the content folder and storage/public')
    try {
      await makeSave({ root, prefix, content }, save, mergeSave, { isRecorded: true })
    } catch (error) {
      const isFinal =
        error instanceof MergeConflictError || (error instanceof DomainError && error.kind !== 'unavailable')
      if (!isFinal) throw error
      return reject(save, error.message)
    }
    const isDone = await commit()
    if (isDone && !(await isContained(save))) return reject(save, 'git does not commit these files')
    log.info('save of another replica recovered', { save: save.id, files: pathsOf(save) })
    return false
  }

  async function isCommitted({ files }: RecordedSave): Promise<boolean> {
    const objects = await readObjects(git, namesAtHead(files.map(({ path }) => path)))
    return files.every((file, at) => {
      const bytes = objects[at]?.bytes ?? null
      const merged = mergeSave(file, bytes)
      return merged !== undefined && isSameBytes(merged, bytes)
    })
  }
}

const pathsOf = ({ files }: RecordedSave) => files.map(({ path }) => path)
