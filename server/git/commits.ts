import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { oneAtATime } from '#server/files/one-at-a-time.ts'
import { replaceFile } from '#server/files/replace-file.ts'
import type { Log } from '#server/http/log.ts'
import { type BlobChange, keepBlob } from './blobs.ts'
import { type Author, commit, type Save, tidyRefs } from './commit.ts'
import { GitFailed } from './git.ts'
import type { Repository } from './repository.ts'

/** A file as a save found it and left it, or where what it left can be read; `null`: not there. `file` is where it lies. */
export type SavedFile = { file: string; before: Uint8Array | null; after: Uint8Array | Blob | null }
export type SaveNote = Pick<Save, 'subject' | 'trailers'>

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
    const had = pending.length
    try {
      for (let save = pending[0]; save; save = pending[0]) {
        await make(save)
        pending.shift()
      }
      reason = undefined
      wait = retryMs
    } catch (error) {
      later(error)
    }
    if (pending.length !== had || pending.length > 0) await remember()
    if (pending.length !== had) committed?.()
  }

  async function make(save: Save): Promise<void> {
    const { commit: made, left } = await commit(repository, save)
    for (const { path } of save.changes) leftToPeople.delete(path)
    for (const path of left) leftToPeople.add(path)
    if (made) log.info('commit', { commit: made })
    if (left.length > 0) log.warn('not committed: somebody has uncommitted work in the same lines', { files: left })
  }

  function later(error: unknown): void {
    const said = error instanceof GitFailed ? error.reason : String(error)
    if (said !== reason) log.warn('commit waits', { reason: said, waiting: pending.length })
    reason = said
    timer = setTimeout(() => void alone(work), wait).unref()
    wait = Math.min(wait * 2, RETRY_MAX_MS)
  }

  async function changesOf(files: readonly SavedFile[]): Promise<BlobChange[]> {
    const { git, pathOf } = repository
    const changes: BlobChange[] = []
    for (const { file, before, after } of files) {
      const path = await pathOf(file)
      if (path === undefined) continue
      const now = after instanceof Blob ? await after.bytes() : after
      changes.push({ path, before: await keepBlob(git, path, before), after: await keepBlob(git, path, now) })
    }
    return changes
  }

  async function add(files: readonly SavedFile[], note: SaveNote): Promise<void> {
    try {
      const changes = await changesOf(files)
      if (changes.length === 0) return
      pending.push({ ...note, author: author(), at: now().toISOString(), changes })
    } catch (error) {
      // Git cannot even keep the bytes: the files are saved, and stay changes that nobody has committed.
      return log.error('save not noted for a commit', {
        reason: error instanceof Error ? error.message : String(error),
      })
    }
    await work()
  }

  await tidyRefs(repository).catch((error) => log.warn('git', { reason: String(error) }))
  if (pending.length > 0) void alone(work)
  return {
    /** Returns once the save is a commit, or waits to become one. Never throws. */
    record: (files: readonly SavedFile[], note: SaveNote): Promise<void> => alone(() => add(files, note)),
    state: (): CommitsState => ({ waiting: pending.length, reason, left: [...leftToPeople] }),
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
