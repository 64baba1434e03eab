import { mkdir } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import type { ContentStore, Transaction } from '#server/content/content.ts'
import { ContentNotFoundError } from '#server/content/files/errors.ts'
import { namesAtHead, type Repository, readObjects } from '#server/git/runner/repository.ts'
import { isSameBytes } from '#server/lib/bytes.ts'
import { DomainError } from '#server/lib/errors.ts'
import type { Log } from '#server/lib/log.ts'
import { replaceFile } from '#server/storage/files.ts'
import type { RecordedSave, SharedSaves } from '#server/storage/shared-saves.ts'
import { mergeChange } from './commit.ts'
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
 * commits it with the same id. It returns whether the remote, which must be in step, has the change already. A save that
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
    const denied = save.files.filter(
      ({ path, after }) => posix.normalize(path) !== path || !isAllowed({ path, mode: after ? '100644' : '000000' }),
    )
    if (denied.length > 0) return reject(save, 'files outside of the content folder and storage/public')
    try {
      await make(save)
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
      const merged = mergeChange(file, bytes)
      return merged !== undefined && isSameBytes(merged, bytes)
    })
  }

  async function make({ id: saveId, at, subject, contentId, via, editor, files }: RecordedSave): Promise<void> {
    const inContent = files.filter(({ path }) => path.startsWith(prefix))
    const others = files.filter((one) => !inContent.includes(one))
    // Images have their hash in the name, so one that is left behind by a rejected change replaces nothing.
    for (const { path, after } of others) {
      if (!after) continue
      await mkdir(dirname(join(root, path)), { recursive: true })
      await replaceFile(join(root, path), after)
    }
    const named = (ones: typeof others) => ones.map(({ path }) => join(root, path))
    const note = {
      ...{ subject, editor, recorded: { saveId, at } },
      ...(contentId !== undefined && { id: contentId }),
      ...(via !== undefined && { via }),
      files: named(others.filter(({ after }) => after !== null)),
      removed: named(others.filter(({ after }) => after === null)),
      isOutside: others.length > 0,
    }
    const names = inContent.map((file) => ({ ...file, name: file.path.slice(prefix.length) }))
    const merge = async (tx: Transaction) => {
      for (const { name, ...file } of names) {
        const now = await tx.readBytes(name).catch(unlessMissing)
        const merged = mergeChange(file, now)
        if (merged === undefined) throw new MergeConflictError([name])
        if (isSameBytes(merged, now)) continue
        if (merged) tx.write(name, merged)
        else tx.remove(name)
      }
    }
    await content.change(merge, note, new Set(names.map(({ name }) => name)))
  }
}

const pathsOf = ({ files }: RecordedSave) => files.map(({ path }) => path)

function unlessMissing(error: unknown): null {
  if (error instanceof ContentNotFoundError) return null
  throw error
}
