import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ContentState } from '#contract/content.ts'
import type { SavedChange, Writer } from '#server/content/writer.ts'
import type { Files, Repository } from '#server/git/runner/repository.ts'
import { GitError } from '#server/git/runner/run-git.ts'
import type { Log } from '#server/lib/log.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { removeFile, unlessMissing } from '#server/storage/files.ts'
import { ASIDE, commit, commitAside, type FileChange, followIndex, type IndexChange } from './commit.ts'
import { SAVE_ID } from './merge-commits.ts'
import { type Author, assertPlain, identityOf, NotPlainError } from './plain-state.ts'
import { removeStaleLocks } from './repair-checkout.ts'
import { type CommittedFile, isInCheckout } from './reset-files.ts'

export type CommitsState = {
  /** Saves that are live and not committed yet. */
  waiting: number
  /** Why they wait; a sentence for the dashboard. `undefined` while git is busy with them. */
  reason: string | undefined
  /** Files whose saves stay uncommitted, because another person's uncommitted work is in the same lines. */
  left: readonly string[]
}
/** The name of what makes commits wait, and how it ends. */
export type Pause = NonNullable<Exclude<ContentState, { git: 'off' }>['paused']>

type CommitQueueOptions = {
  repository: Repository
  /** GIT_BRANCH. */
  branch?: string | undefined
  /** Of changes that no administrator made. */
  author(): Author
  /** The content folder. */
  dir: string
  writer: Pick<Writer, 'onSaved' | 'forget'>
  log: Log
  /** Called after one commit or several, with their files in order. */
  onCommit?(files: readonly CommittedFile[]): void
  /** The first delay before a failed commit is tried again; it doubles up to a minute. */
  retryMs?: number
}
export type CommitQueue = ReturnType<typeof createCommitQueue>

/** The response to the save comes first: git would compete with it for the CPU. */
const DELAY_MS = 100
const RETRY_MS = 500
const RETRY_MAX_MS = 60_000

/** Commits each save, one after the other, without making the response to the save wait. A failed commit is tried again. */
export function createCommitQueue(options: CommitQueueOptions) {
  const { repository, branch, dir, writer, author, log, onCommit, retryMs = RETRY_MS } = options
  const mutex = createMutex()
  const queue: SavedChange[] = []
  /** Changes of commits that the checkout's own index does not have yet, because it was locked. */
  const indexChanges: IndexChange[] = []
  const left = new Set<string>()
  let pause: Pause | undefined
  let wait = retryMs
  /** Whether a save has not been tried yet. */
  let isDue = false
  let timer: Timer | undefined

  function workAfter(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void mutex(work), ms).unref()
  }

  async function work(): Promise<void> {
    clearTimeout(timer)
    isDue = false
    const committed: CommittedFile[] = []
    let made = 0
    try {
      for (let save = queue[0]; save; save = queue[0]) {
        committed.push(...(await commitSave(save, await assertPlain(repository, branch))))
        made++
        queue.shift()
        await writer.forget(save)
      }
      pause = undefined
      wait = retryMs
      if (!(await updateIndex())) workAfter(wait)
    } catch (error) {
      const next = pauseOf(error)
      if (!Bun.deepEquals(next, pause)) log.warn('commit deferred', { ...next, waiting: queue.length })
      pause = next
      if (error instanceof GitError) await removeStaleLocks(repository, log)
      // Finding out costs no git process.
      if (error instanceof NotPlainError) wait = retryMs
      workAfter(wait)
      wait = Math.min(wait * 2, RETRY_MAX_MS)
    }
    if (made > 0) onCommit?.(committed)
  }

  async function commitSave(save: SavedChange, to: string): Promise<CommittedFile[]> {
    // Usually done by the one who saved, unless the process was killed in between.
    for (const file of save.note?.removed ?? []) await removeFile(file).catch(unlessMissing)
    const changes = await changesOf(save, repository, dir)
    if (changes.length === 0) return []
    const { subject = '', id, via = 'dashboard', editor } = save.note ?? {}
    const trailers = {
      ...(id !== undefined && { 'Content-Id': id }),
      Via: via,
      ...(save.saveId !== undefined && { [SAVE_ID]: save.saveId }),
    }
    const identity = identityOf(...(editor ? [editor] : []), author())
    const message = { subject, trailers, author: identity, at: save.at }
    const made = await commit(repository, to, message, changes)
    await storeAside(save, changes, made.left, (lost) => commitAside(repository, to, message, lost))
    const isUpToDate = indexChanges.length === 0
    indexChanges.push(...made.indexChanges)
    await updateIndex(isUpToDate ? made.index : undefined)
    for (const { path } of changes) left.delete(path)
    for (const path of made.left) left.add(path)
    if (made.commit) log.info('save committed', { commit: made.commit })
    if (made.left.length > 0) log.warn('save not committed: uncommitted work in the same lines', { files: made.left })
    return made.files
  }

  /** The checkout was reset while the commit waited, and then got a change of the same lines: the text is nowhere else. */
  async function storeAside(
    save: SavedChange,
    changes: readonly FileChange[],
    conflicts: readonly string[],
    store: (lost: FileChange[]) => Promise<void>,
  ): Promise<void> {
    if (conflicts.length === 0) return
    const later = await Promise.all(queue.filter((one) => one !== save).map((one) => changesOf(one, repository, dir)))
    const replaced = new Set(later.flat().map(({ path }) => path))
    const lost: FileChange[] = []
    for (const change of changes)
      if (
        conflicts.includes(change.path) &&
        !replaced.has(change.path) &&
        !(await isInCheckout(repository, change.path, change.after))
      )
        lost.push(change)
    if (lost.length === 0) return
    await store(lost)
    log.warn('save committed beside the branch', { branch: ASIDE, files: lost.map(({ path }) => path) })
  }

  /** Without this, git would show our commits as reverted in the index, and the next commit by hand would revert them. */
  async function updateIndex(index?: Files): Promise<boolean> {
    const isDone = indexChanges.length === 0 || (await followIndex(repository, indexChanges, index))
    if (isDone) indexChanges.length = 0
    else await removeStaleLocks(repository, log)
    return isDone
  }

  const workNow = () => mutex(async () => (isDue ? work() : undefined))
  return {
    /** Starts with the saves of the last run, once the author is known. */
    start: () =>
      writer.onSaved((save) => {
        queue.push(save)
        isDue = true
        workAfter(DELAY_MS)
      }),
    state: (): CommitsState => ({ waiting: queue.length, reason: pause?.reason, left: [...left] }),
    /** What made the last attempt fail. */
    pause: () => pause,
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

export const pauseOf = (error: unknown): Pause =>
  error instanceof GitError ? { state: error.pause, reason: error.reason } : { state: 'failed', reason: String(error) }

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
