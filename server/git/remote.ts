import type { GitPause } from '#contract/content.ts'
import type { Repository } from '#server/git/runner/repository.ts'
import { GitError } from '#server/git/runner/run-git.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { createMutex } from '#server/lib/mutex.ts'
import {
  allowedBetween,
  assertNoUncommitted,
  fastForward,
  type IsAllowed,
  RejectedChangeError,
} from './fast-forward.ts'
import { MergeConflictError, mergeCommits, saveIdsIn } from './merge-commits.ts'
import { ownCommits } from './own-commits.ts'
import { type Author, assertPlain } from './plain-state.ts'
import { undoConversions } from './repair-checkout.ts'
import type { Replicas } from './replicas.ts'
import { adoptEqualFiles, changesBetween } from './tree-changes.ts'
import { findUpstream, LIST, PUSH, type Upstream } from './upstream.ts'

/**
 * The state of the checkout compared with its branch on the remote.
 * `waiting`: the remote could not be reached, or rejected the push; tried again.
 * `diverged`: both sides changed the same lines of `files`. Without a database, a person has to merge; the site keeps serving the
 * checkout. Replicas that share a database rejoin.
 * `rejected`: the remote changes files that the site does not merge automatically; an operator has to.
 */
export type RemoteState =
  | { state: 'in sync' }
  | { state: 'waiting'; isUnreachable: boolean; reason: string; pause: GitPause; files: string[] }
  | { state: 'diverged' | 'rejected'; reason: string; files: string[] }

export type RemoteOptions = {
  repository: Repository
  /** GIT_BRANCH. */
  branch?: string | undefined
  author(): Author
  /** Whether the site merges this change of the remote (see `allowedChanges`). */
  isAllowed: IsAllowed
  /** Whether a file that git merged from both sides is valid. */
  isReadable(path: string, bytes: Uint8Array): boolean
  /** Runs a job while no save is written, then reloads the files that it returns. */
  exclusively(job: () => Promise<readonly string[]>): Promise<void>
  /** Called before each sync. */
  prepare?(): Promise<void>
  /** Where several replicas follow the remote. */
  replicas?: Replicas | undefined
  log: Log
  now(): Date
  retryMs?: number
}
export type Remote = ReturnType<typeof createRemote>

/** How often the remote is fetched without a save. */
const EVERY_MS = 60_000
/** A notification of another replica's push may be lost. */
const REPLICA_EVERY_MS = 5_000
const RETRY_MS = 2_000
const RETRY_MAX_MS = 5 * 60_000
/** The options override a program that the repository names. */
const FETCH = ['fetch', '--quiet', '--no-tags', '--upload-pack=git-upload-pack', '--end-of-options']
/** Git's garbage collection leaves commits alone that a ref names. */
const LEFT_REFS = 'refs/left/'
const network = { timeoutMs: 60_000 }
const REACH_LIMIT_MS = 3_000
/** Saves wait meanwhile. */
const PUBLISH_LIMIT_MS = 15_000

/** Keeps the checkout and its branch on the remote in sync (GIT_PUSH): fetch, merge, push; never by force. */
export function createRemote(options: RemoteOptions) {
  const { repository, isAllowed, exclusively, replicas, log, now, retryMs = RETRY_MS } = options
  const { git } = repository
  const mutex = createMutex()
  let state: RemoteState = { state: 'in sync' }
  let queued: Promise<void> | undefined
  let wait = retryMs
  let timer: Timer | undefined
  let closed = false
  /** The last push, and the last time that both were the same. */
  const times: { pushed?: Date; inSync?: Date } = {}

  /** Throws `GitError`, also where the checkout is in no plain state. */
  const upstreamNow = async () => findUpstream(git, await assertPlain(repository, options.branch))

  async function fetchMergePush(): Promise<void> {
    const goal = await upstreamNow()
    if (!replicas) {
      await fetchAndMerge(goal)
      return pushWhatIsNew(goal)
    }
    if (!(await isAhead(goal))) await fetchAndMerge(goal)
    if (!(await isAhead(goal)) && !(await replicas.hasAbandonedSaves())) return
    await replicas.withPushLock(async () => {
      await fetchAndMerge(goal).catch((error) => {
        if (!(error instanceof MergeConflictError)) throw error
        return rejoin(goal, error, replicas)
      })
      await pushWhatIsNew(goal)
      await replicas.recover()
      await pushWhatIsNew(goal)
    })
  }

  /**
   * Moves the branch to that of the remote, and its own commits to the database, from where they are made again one by one: those
   * that conflict wait for a person, and block nothing. Throws the conflict while the database is away; then nothing changed.
   */
  async function rejoin({ upstream }: Upstream, conflict: MergeConflictError, { release }: Replicas): Promise<void> {
    await exclusively(async () => {
      const head = await git(['rev-parse', 'HEAD^{commit}'])
      const base = await git(['merge-base', head, upstream])
      await allowedBetween(git, isAllowed, base, upstream)
      const own = await ownCommits(repository, upstream)
      await release(own).catch((error) => {
        log.debug('own commits not released', errorFields(error))
        throw conflict
      })
      await git(['update-ref', `${LEFT_REFS}${head}`, head])
      const changes = await changesBetween(git, head, upstream)
      const blocked = await adoptEqualFiles(repository, changes)
      if (blocked.length > 0) throw new GitError('reset', `these files are in no commit: ${blocked.join(', ')}`)
      log.warn('branch moved to that of the remote', { from: head, saves: own.length, files: conflict.files })
      await git(['reset', '--quiet', '--keep', upstream])
      await undoConversions(repository, upstream, changes)
      return changes.map(({ path }) => path)
    })
  }

  async function fetchAndMerge({ remote, branch, upstream }: Upstream): Promise<void> {
    await git([...FETCH, remote, branch], network)
    await exclusively(() => merge(upstream))
  }

  const isAhead = async ({ upstream }: Upstream) => (await git(['rev-list', '--count', `${upstream}..HEAD`])) !== '0'

  /** Rejected, and tried again soon, where another clone has pushed since the fetch. */
  async function pushWhatIsNew(goal: Upstream): Promise<void> {
    if (!(await isAhead(goal))) return
    const head = await git(['rev-parse', 'HEAD^{commit}'])
    const saves = replicas ? await saveIdsIn(git, `${goal.upstream}..${head}`) : []
    await git([...PUSH, goal.remote, `${head}:${goal.branch}`], network)
    times.pushed = now()
    await replicas?.afterPush(saves)
  }

  /**
   * Merges the remote branch into the checkout: a fast-forward, or a merge that is built and validated beside it. Returns the
   * files that changed in the checkout. Git rejects a merge that would overwrite uncommitted work. Throws `GitError` and
   * `MergeConflictError` and `RejectedChangeError`; then the checkout is unchanged. No save may write files during the merge.
   */
  async function merge(upstream: string): Promise<string[]> {
    const [head = '', theirs = ''] = (await git(['rev-parse', 'HEAD^{commit}', `${upstream}^{commit}`])).split('\n')
    const base = await git(['merge-base', head, theirs]).catch(() => undefined)
    if (base === theirs) return []
    const sides = { head, theirs, base, author: options.author(), isReadable: options.isReadable }
    const goal = base === head ? theirs : await mergeCommits(repository, sides)
    return fastForward(repository, goal, await allowedBetween(git, isAllowed, head, goal))
  }

  async function syncOnce(): Promise<void> {
    if (closed) return
    try {
      await options.prepare?.()
      await fetchMergePush()
      setState({ state: 'in sync' })
      times.inSync = now()
      wait = retryMs
      schedule(replicas ? REPLICA_EVERY_MS : EVERY_MS)
    } catch (error) {
      setState(failureOf(error) ?? { ...waitingFor(error), isUnreachable: !(await isReachable()) })
      schedule(wait)
      wait = Math.min(wait * 2, replicas ? REPLICA_EVERY_MS : RETRY_MAX_MS)
    }
  }

  async function isReachable(): Promise<boolean> {
    const goal = await upstreamNow().catch(() => undefined)
    const asked = goal && git([...LIST, goal.remote], { timeoutMs: REACH_LIMIT_MS })
    return (
      asked === undefined ||
      asked.then(
        () => true,
        () => false,
      )
    )
  }

  function setState(next: RemoteState): void {
    if (!Bun.deepEquals(next, state)) log[next.state === 'in sync' ? 'info' : 'warn']('git remote', next)
    state = next
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(sync, ms).unref()
  }

  /**
   * Pushes the commit that `make` returns for the head of the branch, which it must contain, and lets the checkout follow: the
   * remote has it first, so that it is not lost. Throws what syncing and `make` throw; then neither has changed.
   */
  async function publish(make: (head: string) => Promise<string>): Promise<void> {
    const goal = await upstreamNow()
    const work = async () => {
      await fetchAndMerge(goal)
      await pushWhatIsNew(goal)
      await exclusively(async () => {
        const head = await git(['rev-parse', 'HEAD^{commit}'])
        const commit = await make(head)
        const changes = await allowedBetween(git, isAllowed, head, commit)
        await assertNoUncommitted(repository, changes)
        await git([...PUSH, goal.remote, `${commit}:${goal.branch}`], { timeoutMs: PUBLISH_LIMIT_MS })
        times.pushed = now()
        return fastForward(repository, commit, changes)
      })
      await replicas?.afterPush([])
    }
    await (replicas ? replicas.withPushLock(work) : work())
  }

  /** Syncs now, or again after the sync that is running. */
  function sync(): Promise<void> {
    queued ??= mutex(() => {
      queued = undefined
      return syncOnce()
    })
    return queued
  }

  const leave = replicas?.join(
    () => void sync(),
    () => state.state === 'in sync',
    () => times.inSync,
  )

  return {
    sync,
    publish: (make: (head: string) => Promise<string>) => mutex(() => publish(make)),
    /** Throws `GitError` where the remote cannot be reached within seconds. */
    async reach(): Promise<void> {
      const { remote, branch } = await upstreamNow()
      await git([...FETCH, remote, branch], { timeoutMs: REACH_LIMIT_MS })
    },
    state: () => state,
    times: () => times,
    close(): Promise<void> {
      closed = true
      leave?.()
      clearTimeout(timer)
      return mutex(async () => {})
    },
  }
}

const waitingFor = (error: unknown) => ({
  state: 'waiting' as const,
  reason: error instanceof GitError ? error.reason : String(error),
  pause: error instanceof GitError ? error.pause : ('failed' as const),
  files: [],
})

/** Returns the state for an error that retries do not resolve; `undefined` for others. */
function failureOf(error: unknown): RemoteState | undefined {
  if (error instanceof MergeConflictError) return { state: 'diverged', reason: error.message, files: error.files }
  if (error instanceof RejectedChangeError) return { state: 'rejected', reason: error.message, files: error.files }
}
