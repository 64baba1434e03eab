import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import * as v from 'valibot'
import { oneAtATime } from '#server/files/one-at-a-time.ts'
import { replaceFile } from '#server/files/replace-file.ts'
import { tidyFolder } from '#server/files/tidy-folder.ts'
import type { Log } from '#server/http/log.ts'
import { type BlobChange, keepBlob } from './blobs.ts'
import { type Author, commit, type Save, tidyRefs } from './commit.ts'
import { GitFailed } from './git.ts'
import { followIndex, type Move } from './index-file.ts'
import { type Begun, createJournal, type SavedFile } from './journal.ts'
import type { Repository } from './repository.ts'

export type SaveNote = Pick<Save, 'subject' | 'trailers'>

/** A save from before its first byte. None of it ever throws. */
export type Recording = {
  /** It is on the disk. Returns once it is a commit, or waits to become one. */
  done(): Promise<void>
  /** It came to nothing. */
  undone(): Promise<void>
}

export type CommitsState = {
  /** Saves that are on the disk and live, but in no commit yet. */
  waiting: number
  /** Why; a sentence for the dashboard. */
  reason: string | undefined
  /** Files whose saves are in no commit: they could not be told apart from somebody's uncommitted work. */
  left: readonly string[]
}

export type CommitsOptions = {
  repository: Repository
  /** Whoever saves. */
  author(): Author
  /** `storage/private/pending-commits.json`: saves that wait for their commit, over restarts. */
  pendingFile: string
  now(): Date
  log: Log
  /** Told after each commit. */
  committed?(): void
  /** First wait before a commit that failed is tried again; it doubles up to a minute. */
  retryMs?: number
}

const RETRY_MS = 1_000
const RETRY_MAX_MS = 60_000
const BlobId = v.nullable(v.string())
const Pending = v.array(
  v.object({
    subject: v.string(),
    trailers: v.record(v.string(), v.string()),
    author: v.object({ name: v.string(), email: v.string() }),
    at: v.string(),
    changes: v.array(v.object({ path: v.string(), before: BlobId, after: BlobId })),
  }),
)

/** Makes each save one commit, in their order; what git refuses now is tried again, and never in the way of the save. */
export async function createCommits({ repository, author, pendingFile, now, log, ...options }: CommitsOptions) {
  const { retryMs = RETRY_MS, committed } = options
  const alone = oneAtATime()
  const pending: Save[] = await readPending(pendingFile)
  /** Saves of which git does not have the bytes yet: its disk may be full, or it is gone. */
  const journal = createJournal(pendingFile.replace(/(?=\.json$)/, '-begun'))
  const unkept: Begun[] = await journal.recall()
  /** Commits that the checkout's own index does not have yet: somebody had locked it. */
  const behind: (readonly Move[])[] = []
  const again = () => setTimeout(() => void alone(work), wait).unref()
  const waiting = () => unkept.length + pending.length
  const leftToPeople = new Set<string>()
  let reason: string | undefined
  let wait = retryMs
  let timer: Timer | undefined

  const remember = () =>
    replaceFile(pendingFile, JSON.stringify(pending), { mode: 0o600 }).catch((error) =>
      log.error('pending commits not kept', { reason: String(error) }),
    )

  async function work(): Promise<void> {
    clearTimeout(timer)
    let made = 0
    try {
      await keepBytes()
      for (let save = pending[0]; save; save = pending[0]) {
        await make(save)
        made++
        pending.shift()
        await remember()
      }
      reason = undefined
      wait = retryMs
      if (!(await follow())) timer = again()
    } catch (error) {
      later(error)
    }
    if (made > 0) committed?.()
  }

  /** Until then git shows the commit taken back, and whoever commits what is staged would do so. */
  async function follow(): Promise<boolean> {
    for (let moves = behind[0]; moves; moves = behind[0]) {
      if (!(await followIndex(repository, moves))) return false
      behind.shift()
    }
    return true
  }

  /** From here on a save outlives a crash. */
  async function keepBytes(): Promise<void> {
    for (let save = unkept[0]; save; save = unkept[0]) {
      const { files, ...facts } = save
      const changes = await changesOf(files)
      unkept.shift()
      if (changes.length > 0) {
        pending.push({ ...facts, changes })
        await remember()
      }
      await journal.end(save).catch(unkeptJournal)
    }
  }

  async function make(save: Save): Promise<void> {
    const { commit: made, left, moved } = await commit(repository, save)
    if (moved.length > 0) behind.push(moved)
    await follow()
    for (const { path } of save.changes) leftToPeople.delete(path)
    for (const path of left) leftToPeople.add(path)
    if (made) log.info('commit', { commit: made })
    if (left.length > 0) log.warn('not committed: somebody has uncommitted work in the same lines', { files: left })
  }

  function later(error: unknown): void {
    const said = error instanceof GitFailed ? error.reason : String(error)
    if (said !== reason) log.warn('commit waits', { reason: said, waiting: waiting() })
    reason = said
    timer = again()
    wait = Math.min(wait * 2, RETRY_MAX_MS)
  }

  async function changesOf(files: readonly SavedFile[]): Promise<BlobChange[]> {
    const { git, pathOf } = repository
    const changes: BlobChange[] = []
    for (const { file, before, after } of files) {
      const path = await pathOf(file)
      if (path === undefined) continue
      // A picture may have been taken away again: then there is none to commit.
      const now = after instanceof Blob ? await after.bytes().catch(() => null) : after
      changes.push({ path, before: await keepBlob(git, path, before), after: await keepBlob(git, path, now) })
    }
    return changes
  }

  const unkeptJournal = (error: unknown) => log.error('begun saves not kept', { reason: String(error) })

  async function begin(files: readonly SavedFile[], note: SaveNote): Promise<Recording> {
    const save = { ...note, author: author(), at: now().toISOString(), files }
    await journal.begin(save).catch(unkeptJournal)
    return {
      done: () =>
        alone(async () => {
          unkept.push(save)
          await work()
        }),
      undone: () => journal.end(save).catch(unkeptJournal),
    }
  }

  await tidyRefs(repository).catch((error) => log.warn('git', { reason: String(error) }))
  await tidyFolder(dirname(pendingFile), (name) => name.startsWith(`.${basename(pendingFile, '.json')}`))
  if (waiting() > 0) void alone(work)
  return {
    begin,
    /** A save that is on the disk already. */
    record: async (files: readonly SavedFile[], note: SaveNote): Promise<void> => (await begin(files, note)).done(),
    state: (): CommitsState => ({ waiting: waiting(), reason, left: [...leftToPeople] }),
    /** Waits for what is being committed. */
    async close(): Promise<void> {
      await alone(async () => clearTimeout(timer))
    },
  }
}
export type Commits = Awaited<ReturnType<typeof createCommits>>

async function readPending(file: string): Promise<Save[]> {
  const text = await readFile(file, 'utf8').catch(() => '[]')
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Pending), text)
  return parsed.success ? parsed.output : []
}
