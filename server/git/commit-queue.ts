import type { PendingCommit } from '#server/content/content.ts'
import type { Log } from '#server/http/log.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { commit, type FileChange, followIndex, type IndexChange } from './commit.ts'
import { createCommitJournal, type QueuedSave, type SavedFile } from './commit-journal.ts'
import type { Author, CommitMessage } from './objects.ts'
import type { Repository } from './repository.ts'
import { type Git, GitError } from './run-git.ts'

export type CommitsState = {
  /** Saves that are live and not committed yet. */
  waiting: number
  /** Why they wait; a sentence for the dashboard. `undefined` while git is busy with them. */
  reason: string | undefined
  /** Files whose saves stay uncommitted, because another person's uncommitted work is in the same lines. */
  left: readonly string[]
}

export type CommitQueueOptions = {
  repository: Repository
  author(): Author
  /** `storage/private/commit-queue` */
  queueFolder: string
  now(): Date
  log: Log
  /** Called after each commit. */
  onCommit?(): void
  /** The first delay before a failed commit is tried again; it doubles up to a minute. */
  retryMs?: number
}
export type CommitQueue = Awaited<ReturnType<typeof createCommitQueue>>

const RETRY_MS = 1_000
const RETRY_MAX_MS = 60_000

/** Commits each save, one after the other, without making the response to the save wait. A failed commit is tried again. */
export async function createCommitQueue(options: CommitQueueOptions) {
  const { repository, author, queueFolder, now, log, onCommit, retryMs = RETRY_MS } = options
  const alone = createMutex()
  const journal = createCommitJournal(queueFolder)
  const queue: QueuedSave[] = await journal.recover()
  /** Changes of commits that the checkout's own index does not have yet, because it was locked. */
  const indexChanges: (readonly IndexChange[])[] = []
  const left = new Set<string>()
  let reason: string | undefined
  let wait = retryMs
  let timer: Timer | undefined

  const retryLater = () => {
    timer = setTimeout(() => void alone(work), wait).unref()
  }
  const logFailure = (error: unknown) => log.error('commit queue write failed', { reason: String(error) })

  async function work(): Promise<void> {
    clearTimeout(timer)
    let made = 0
    try {
      for (let save = queue[0]; save; save = queue[0]) {
        await commitSave(save)
        made++
        queue.shift()
        await journal.remove(save).catch(logFailure)
      }
      reason = undefined
      wait = retryMs
      if (!(await updateIndex(repository.git))) retryLater()
    } catch (error) {
      const message = error instanceof GitError ? error.reason : String(error)
      if (message !== reason) log.warn('commit deferred', { reason: message, waiting: queue.length })
      reason = message
      retryLater()
      wait = Math.min(wait * 2, RETRY_MAX_MS)
    }
    if (made > 0) onCommit?.()
  }

  async function commitSave({ files, ...message }: QueuedSave): Promise<void> {
    const changes = await changesOf(files)
    if (changes.length === 0) return
    const git = repository.git.batch()
    const made = await commit(repository, git, message, changes)
    if (made.indexChanges.length > 0) indexChanges.push(made.indexChanges)
    await updateIndex(git)
    for (const { path } of changes) left.delete(path)
    for (const path of made.left) left.add(path)
    if (made.commit) log.info('save committed', { commit: made.commit })
    if (made.left.length > 0) log.warn('save not committed: uncommitted work in the same lines', { files: made.left })
  }

  /** Without this, git would show our commits as reverted in the index, and the next commit by hand would revert them. */
  async function updateIndex(git: Git): Promise<boolean> {
    for (let changes = indexChanges[0]; changes; changes = indexChanges[0]) {
      if (!(await followIndex(git, changes))) return false
      indexChanges.shift()
    }
    return true
  }

  async function changesOf(files: readonly SavedFile[]): Promise<FileChange[]> {
    const waiting = queue.slice(1).flatMap((save) => save.files)
    const changes = files.map(async ({ file, before, after }) => {
      const path = await repository.pathOf(file)
      if (path === undefined) return []
      // A stored image may have been deleted since.
      const bytes = after instanceof Blob ? await after.bytes().catch(() => null) : after
      const later = waiting.filter((one) => one.file === file).flatMap((one) => [one.before, one.after])
      return [{ path, before, after: bytes, later: later.filter((one) => one instanceof Uint8Array) }]
    })
    return (await Promise.all(changes)).flat()
  }

  /** Queues a save before its first byte is written. Never rejects, and does not wait for git. */
  async function begin(
    files: readonly SavedFile[],
    message: Pick<CommitMessage, 'subject' | 'trailers'>,
  ): Promise<PendingCommit> {
    const save = { ...message, author: author(), at: now().toISOString(), files }
    await journal.begin(save).catch(logFailure)
    return {
      async done() {
        queue.push(save)
        await journal.done(save).catch(logFailure)
        void alone(work)
      },
      abort: () => journal.remove(save).catch(logFailure),
    }
  }

  if (queue.length > 0) void alone(work)
  return {
    begin,
    state: (): CommitsState => ({ waiting: queue.length, reason, left: [...left] }),
    /** Waits until each save so far is committed, or deferred. */
    idle: () => alone(async () => {}),
    close: () => alone(async () => clearTimeout(timer)),
  }
}
