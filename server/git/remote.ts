import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitPause } from '#contract/content.ts'
import { blobId, listFiles, prefixOf, type Repository } from '#server/git/runner/repository.ts'
import { type Git, GitError } from '#server/git/runner/run-git.ts'
import type { Log } from '#server/lib/log.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { MergeConflictError, mergeCommits, saveIdsIn } from './merge-commits.ts'
import { type Author, assertPlain, refOf } from './plain-state.ts'
import { undoConversions } from './repair-checkout.ts'
import type { Replicas } from './replicas.ts'

/**
 * The state of the checkout compared with its branch on the remote.
 * `waiting`: the remote could not be reached, or rejected the push; tried again.
 * `diverged`: both sides changed the same lines of `files`. A person has to merge; the site keeps serving the checkout.
 * `rejected`: the remote changes files that the site does not merge automatically; an operator has to.
 */
export type RemoteState =
  | { state: 'in step' }
  | { state: 'diverged' | 'rejected'; reason: string; files: string[] }
  | { state: 'waiting'; reason: string; pause: GitPause; files: string[] }

/** The remote changes files that the site does not merge automatically. */
class RejectedChangeError extends Error {
  override name = 'RejectedChangeError'
  readonly files: string[]
  constructor(files: string[]) {
    super(rejection(files))
    this.files = files
  }
}

const NAMED_MAX = 5

function rejection(files: readonly string[]): string {
  const more = files.length > NAMED_MAX ? ` and ${files.length - NAMED_MAX} more` : ''
  return `the remote changes files that the site does not merge by itself: ${files.slice(0, NAMED_MAX).join(', ')}${more}. It merges regular files in the content folder and in storage/public`
}

/** What a merge does to one file. Mode `000000` deletes it. */
type TreeChange = { path: string; mode: string }

export type RemoteOptions = {
  repository: Repository
  /** GIT_BRANCH. */
  branch?: string | undefined
  author(): Author
  /** Whether the site merges this change of the remote (see `allowedChanges`). */
  isAllowed(change: TreeChange): boolean
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
/** The options override programs that the repository names. */
const FETCH = ['fetch', '--quiet', '--no-tags', '--upload-pack=git-upload-pack', '--end-of-options']
const PUSH = ['push', '--quiet', '--receive-pack=git-receive-pack', '--no-signed', '--end-of-options']
const MERGE = ['merge', '--ff-only', '--no-overwrite-ignore', '--no-autostash', '--no-verify-signatures', '--quiet']
const network = { timeoutMs: 60_000 }
const REACH_LIMIT_MS = 3_000

/** Keeps the checkout and its branch on the remote in sync (GIT_PUSH): fetch, merge, push; never by force. */
export function createRemote(options: RemoteOptions) {
  const { repository, isAllowed, exclusively, replicas, log, now, retryMs = RETRY_MS } = options
  const { git } = repository
  const alone = createMutex()
  let state: RemoteState = { state: 'in step' }
  let queued: Promise<void> | undefined
  let wait = retryMs
  let timer: Timer | undefined
  let closed = false
  /** The last push, and the last time that both were the same. */
  const times: { pushed?: Date; inStep?: Date } = {}

  async function fetchMergePush(): Promise<void> {
    const goal = await findUpstream(git, await assertPlain(repository, options.branch))
    if (!replicas) {
      await fetchAndMerge(goal)
      return pushWhatIsNew(goal)
    }
    if (!(await isAhead(goal))) await fetchAndMerge(goal)
    if (!(await isAhead(goal)) && !(await replicas.hasAbandonedSaves())) return
    await replicas.withPushLock(async () => {
      await fetchAndMerge(goal)
      await pushWhatIsNew(goal)
      await replicas.recover()
      await pushWhatIsNew(goal)
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
    const listed = await git(['diff-tree', '-r', '-z', '--no-renames', '--raw', head, goal])
    const changes = [...listed.matchAll(/:(\d+) (\d+) \w+ (\w+) \w+\0([^\0]+)\0/g)].map(toChange)
    const rejected = changes.filter((change) => !isAllowed(change))
    if (rejected.length > 0) throw new RejectedChangeError(rejected.map(({ path }) => path))
    await adoptEqualFiles(repository, changes)
    await git([...MERGE, goal])
    await undoConversions(repository, goal, changes)
    return changes.map(({ path }) => path)
  }

  async function syncOnce(): Promise<void> {
    if (closed) return
    try {
      await options.prepare?.()
      await fetchMergePush()
      setState({ state: 'in step' })
      times.inStep = now()
      wait = retryMs
      schedule(replicas ? REPLICA_EVERY_MS : EVERY_MS)
    } catch (error) {
      setState(failureOf(error))
      schedule(wait)
      wait = Math.min(wait * 2, replicas ? REPLICA_EVERY_MS : RETRY_MAX_MS)
    }
  }

  function setState(next: RemoteState): void {
    if (!Bun.deepEquals(next, state)) log[next.state === 'in step' ? 'info' : 'warn']('git remote', next)
    state = next
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(sync, ms).unref()
  }

  /** Syncs now, or again after the sync that is running. */
  function sync(): Promise<void> {
    queued ??= alone(() => {
      queued = undefined
      return syncOnce()
    })
    return queued
  }

  const leave = replicas?.join(
    () => void sync(),
    () => state.state === 'in step',
  )

  return {
    sync,
    /** Throws `GitError` where the remote cannot be reached within seconds. */
    async reach(): Promise<void> {
      const { remote, branch } = await findUpstream(git, await assertPlain(repository, options.branch))
      await git([...FETCH, remote, branch], { timeoutMs: REACH_LIMIT_MS })
    },
    state: () => state,
    times: () => times,
    close(): Promise<void> {
      closed = true
      leave?.()
      clearTimeout(timer)
      return alone(async () => {})
    },
  }
}

const toChange = ([, before = '', mode = '', blob = '', path = '']: RegExpExecArray) => ({ path, before, mode, blob })

/** `origin`, the name of one branch `refs/heads/main` without characters of a refspec, `refs/remotes/origin/main`. */
const UPSTREAM = /^(\S+) (refs\/heads\/[^\s:*?^~\\[]+) (refs\/remotes\/\S+)$/

/**
 * Tells the index that untracked files are what the merge would create: an image that this replica got from the database before
 * it came with its text. Git would not overwrite them, and merge nothing.
 */
async function adoptEqualFiles({ git, root }: Repository, changes: readonly ReturnType<typeof toChange>[]) {
  const created = changes.filter(
    ({ path, before, mode }) => Number(before) === 0 && Number(mode) !== 0 && existsSync(join(root, path)),
  )
  if (created.length === 0) return
  const tracked = await listFiles(
    git,
    ['ls-files'],
    created.map(({ path }) => path),
  )
  const lines = created.map(async ({ path, mode, blob }) => {
    const isEqual = !tracked.has(path) && blobId(await readFile(join(root, path)), blob) === blob
    return isEqual ? `${mode} ${blob}\t${path}\0` : ''
  })
  const input = (await Promise.all(lines)).join('')
  if (input !== '') await git(['update-index', '-z', '--index-info'], { input })
}

type Upstream = Awaited<ReturnType<typeof findUpstream>>

/** The upstream of a branch. */
async function findUpstream(git: Git, own: string) {
  const format = '--format=%(upstream:remotename) %(upstream:remoteref) %(upstream)'
  const [, remote, branch, upstream] = UPSTREAM.exec(await git(['for-each-ref', format, own])) ?? []
  if (!remote || !branch || !upstream) {
    const name = own.slice(refOf('').length)
    throw new GitError('push', `the branch ${name} has no upstream branch (git push -u origin ${name})`)
  }
  return { remote, branch, upstream }
}

function failureOf(error: unknown): RemoteState {
  if (error instanceof MergeConflictError) return { state: 'diverged', reason: error.message, files: error.files }
  if (error instanceof RejectedChangeError) return { state: 'rejected', reason: error.message, files: error.files }
  const isKnown = error instanceof GitError
  return {
    state: 'waiting',
    reason: isKnown ? error.reason : String(error),
    pause: isKnown ? error.pause : 'failed',
    files: [],
  }
}

/**
 * Returns a check for the changes that the site merges automatically: plain files in these folders that are not in `privateDir`.
 * Links, submodules and executables are rejected. Folders outside the repository allow nothing.
 */
export async function allowedChanges(repository: Repository, folders: readonly string[], privateDir: string) {
  const prefixes = await Promise.all(folders.map((folder) => prefixOf(repository, folder)))
  const denied = (await prefixOf(repository, privateDir))?.toLowerCase()
  // Some file systems ignore case.
  const isDenied = (path: string) => denied !== undefined && path.toLowerCase().startsWith(denied)
  return ({ path, mode }: TreeChange): boolean =>
    /^(?:100644|000000)$/.test(mode) &&
    prefixes.some((prefix) => prefix !== undefined && path.startsWith(prefix)) &&
    !isDenied(path)
}
