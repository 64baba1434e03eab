import type { PendingCommit } from '#server/content/content.ts'
import type { Log } from '#server/http/log.ts'
import { oneAtATime } from '#server/lib/mutex.ts'
import type { FileChange } from './carry-over.ts'
import { commit } from './commit.ts'
import { createJournal, type QueuedSave, type SavedFile } from './commit-journal.ts'
import type { Author, CommitMessage } from './import-commit.ts'
import { followIndex, type Move } from './index-sync.ts'
import type { Repository } from './repository.ts'
import { type Git, GitError } from './run-git.ts'

export type SaveNote = Pick<CommitMessage, 'subject' | 'trailers'>

export type CommitsState = {
  /** Saves that are on the disk and live, but in no commit yet. */
  waiting: number
  /** Why they wait; a sentence for the dashboard. `undefined` while git is at work on them. */
  reason: string | undefined
  /** Files whose saves are in no commit: they could not be told apart from another person's uncommitted work. */
  left: readonly string[]
}

export type CommitsOptions = {
  repository: Repository
  /** Whoever saves. */
  author(): Author
  /** `storage/private/commit-queue`: saves that wait for their commit, over restarts. */
  queueFolder: string
  now(): Date
  log: Log
  /** Told after each commit. */
  committed?(): void
  /** First wait before a commit that failed is tried again; it doubles up to a minute. */
  retryMs?: number
}

const RETRY_MS = 1_000
const RETRY_MAX_MS = 60_000

/** Makes each save one commit, in their order, behind the answer to the save; what git refuses now is tried again. */
export async function createCommits({ repository, author, queueFolder, now, log, ...options }: CommitsOptions) {
  const { retryMs = RETRY_MS, committed } = options
  const alone = oneAtATime()
  const journal = createJournal(queueFolder)
  const queue: QueuedSave[] = await journal.recover()
  /** Commits that the checkout's own index does not have yet: somebody had locked it. */
  const behind: (readonly Move[])[] = []
  const again = () => setTimeout(() => void alone(work), wait).unref()
  const leftToPeople = new Set<string>()
  let reason: string | undefined
  let wait = retryMs
  let timer: Timer | undefined

  async function work(): Promise<void> {
    clearTimeout(timer)
    let made = 0
    try {
      for (let save = queue[0]; save; save = queue[0]) {
        await make(save)
        made++
        queue.shift()
        wait = retryMs
        await journal.end(save).catch(journalFailed)
      }
      reason = undefined
      wait = retryMs
      if (!(await follow(repository.git))) timer = again()
    } catch (error) {
      later(error)
    }
    if (made > 0) committed?.()
  }

  /** Until then git shows the commit taken back, and whoever commits what is staged would do so. */
  async function follow(git: Git): Promise<boolean> {
    for (let moves = behind[0]; moves; moves = behind[0]) {
      if (!(await followIndex(git, moves))) return false
      behind.shift()
    }
    return true
  }

  async function make({ files, ...save }: QueuedSave): Promise<void> {
    const changes = await changesOf(files)
    if (changes.length === 0) return
    const git = repository.git.batch()
    const { commit: made, left, moved } = await commit(repository, git, save, changes)
    if (moved.length > 0) behind.push(moved)
    await follow(git)
    for (const { path } of changes) leftToPeople.delete(path)
    for (const path of left) leftToPeople.add(path)
    if (made) log.info('commit', { commit: made })
    if (left.length > 0) log.warn('not committed: somebody has uncommitted work in the same lines', { files: left })
  }

  function later(error: unknown): void {
    const message = error instanceof GitError ? error.reason : String(error)
    if (message !== reason) log.warn('commit waits', { reason: message, waiting: queue.length })
    reason = message
    timer = again()
    wait = Math.min(wait * 2, RETRY_MAX_MS)
  }

  async function changesOf(files: readonly SavedFile[]): Promise<FileChange[]> {
    const waiting = queue.slice(1).flatMap((save) => save.files)
    const changes = files.map(async ({ file, before, after }) => {
      const path = await repository.pathOf(file)
      // A picture may have been taken away again: then there is none to commit.
      if (path === undefined) return []
      const later = waiting.filter((one) => one.file === file).flatMap((one) => [one.before, one.after])
      return [
        { path, before, after: after instanceof Blob ? await bytesOf(after) : after, later: later.filter(isBytes) },
      ]
    })
    return (await Promise.all(changes)).flat()
  }

  const journalFailed = (error: unknown) => log.error('commit queue not written', { reason: String(error) })

  async function begin(files: readonly SavedFile[], note: SaveNote): Promise<PendingCommit> {
    const save = { ...note, author: author(), at: now().toISOString(), files }
    await journal.begin(save).catch(journalFailed)
    return {
      async done() {
        queue.push(save)
        await journal.done(save).catch(journalFailed)
        void alone(work)
      },
      abort: () => journal.end(save).catch(journalFailed),
    }
  }

  if (queue.length > 0) void alone(work)
  return {
    begin,
    state: (): CommitsState => ({ waiting: queue.length, reason, left: [...leftToPeople] }),
    /** Waits until each save so far is a commit, or waits for git. */
    idle: () => alone(async () => {}),
    /** Waits for what is being committed. */
    async close(): Promise<void> {
      await alone(async () => clearTimeout(timer))
    },
  }
}
export type Commits = Awaited<ReturnType<typeof createCommits>>

const isBytes = (one: SavedFile['after']): one is Uint8Array => one instanceof Uint8Array
const bytesOf = (file: Blob) => file.bytes().catch(() => null)
