import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { SavedChange, Writer } from '#server/content/writer.ts'
import type { Files, Repository } from '#server/git/runner/repository.ts'
import { GitError } from '#server/git/runner/run-git.ts'
import type { Log } from '#server/lib/log.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { removeFile, unlessMissing } from '#server/storage/files.ts'
import { type Author, commit, type FileChange, followIndex, type IndexChange } from './commit.ts'
import { SAVE_ID } from './merge-commits.ts'

export type CommitsState = {
  /** Saves that are live and not committed yet. */
  waiting: number
  /** Why they wait; a sentence for the dashboard. `undefined` while git is busy with them. */
  reason: string | undefined
  /** Files whose saves stay uncommitted, because another person's uncommitted work is in the same lines. */
  left: readonly string[]
}

type CommitQueueOptions = {
  repository: Repository
  /** Of changes that no administrator made. */
  author(): Author
  /** The content folder. */
  dir: string
  writer: Pick<Writer, 'onSaved' | 'forget'>
  log: Log
  /** Called after each commit. */
  onCommit?(): void
  /** The first delay before a failed commit is tried again; it doubles up to a minute. */
  retryMs?: number
}
export type CommitQueue = ReturnType<typeof createCommitQueue>

/** The response to the save comes first: git would compete with it for the CPU. */
const DELAY_MS = 100
const RETRY_MS = 1_000
const RETRY_MAX_MS = 60_000

/** Commits each save, one after the other, without making the response to the save wait. A failed commit is tried again. */
export function createCommitQueue(options: CommitQueueOptions) {
  const { repository, dir, writer, author, log, onCommit, retryMs = RETRY_MS } = options
  const alone = createMutex()
  const queue: SavedChange[] = []
  /** Changes of commits that the checkout's own index does not have yet, because it was locked. */
  const indexChanges: IndexChange[] = []
  const left = new Set<string>()
  let reason: string | undefined
  let wait = retryMs
  /** Whether a save has not been tried yet. */
  let isDue = false
  let timer: Timer | undefined

  function workAfter(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void alone(work), ms).unref()
  }

  async function work(): Promise<void> {
    clearTimeout(timer)
    isDue = false
    let made = 0
    try {
      for (let save = queue[0]; save; save = queue[0]) {
        await commitSave(save)
        made++
        queue.shift()
        await writer.forget(save)
      }
      reason = undefined
      wait = retryMs
      if (!(await updateIndex())) workAfter(wait)
    } catch (error) {
      const message = error instanceof GitError ? error.reason : String(error)
      if (message !== reason) log.warn('commit deferred', { reason: message, waiting: queue.length })
      reason = message
      workAfter(wait)
      wait = Math.min(wait * 2, RETRY_MAX_MS)
    }
    if (made > 0) onCommit?.()
  }

  async function commitSave(save: SavedChange): Promise<void> {
    // Usually done by the one who saved, unless the process was killed in between.
    for (const file of save.note?.removed ?? []) await removeFile(file).catch(unlessMissing)
    const changes = await changesOf(save, repository, dir)
    if (changes.length === 0) return
    const { subject = '', id, via = 'dashboard', editor = author() } = save.note ?? {}
    const trailers = {
      ...(id !== undefined && { 'Content-Id': id }),
      Via: via,
      ...(save.saveId !== undefined && { [SAVE_ID]: save.saveId }),
    }
    const made = await commit(repository, { subject, trailers, author: editor, at: save.at }, changes)
    const isUpToDate = indexChanges.length === 0
    indexChanges.push(...made.indexChanges)
    await updateIndex(isUpToDate ? made.index : undefined)
    for (const { path } of changes) left.delete(path)
    for (const path of made.left) left.add(path)
    if (made.commit) log.info('save committed', { commit: made.commit })
    if (made.left.length > 0) log.warn('save not committed: uncommitted work in the same lines', { files: made.left })
  }

  /** Without this, git would show our commits as reverted in the index, and the next commit by hand would revert them. */
  async function updateIndex(index?: Files): Promise<boolean> {
    const isDone = indexChanges.length === 0 || (await followIndex(repository.git, indexChanges, index))
    if (isDone) indexChanges.length = 0
    return isDone
  }

  const workNow = () => alone(async () => (isDue ? work() : undefined))
  return {
    /** Starts with the saves of the last run, once the author is known. */
    start: () =>
      writer.onSaved((save) => {
        queue.push(save)
        isDue = true
        workAfter(DELAY_MS)
      }),
    state: (): CommitsState => ({ waiting: queue.length, reason, left: [...left] }),
    /** The content files that saves without a commit so far have deleted, as they were. */
    deleted(): ReadonlyMap<string, Uint8Array> {
      const files = new Map<string, Uint8Array>()
      for (const { file, before, after } of queue.flatMap((save) => save.files)) {
        if (after === null && before !== null) files.set(file, before)
        else files.delete(file)
      }
      return files
    },
    /** Returns when each save so far is committed, or deferred. */
    idle: workNow,
    async close(): Promise<void> {
      await workNow()
      clearTimeout(timer)
    },
  }
}

/** The files of a save, by their paths in the checkout, with those that were stored for it outside the content folder. */
export async function changesOf(
  { files, note }: SavedChange,
  { pathOf }: Repository,
  dir: string,
): Promise<FileChange[]> {
  const content = files.map(({ file, before, after }) => ({ file: resolve(dir, file), before, after }))
  // A stored image may have been deleted since.
  const images = (note?.files ?? []).map(async (file) => {
    const after = await readFile(file).catch(() => null)
    return { file, before: null, after }
  })
  const removed = (note?.removed ?? []).map((file) => ({ file, before: null, after: null }))
  const changes = [...content, ...(await Promise.all(images)), ...removed].map(async ({ file, ...change }) => {
    const path = await pathOf(file)
    return path === undefined ? [] : [{ path, ...change }]
  })
  return (await Promise.all(changes)).flat()
}
