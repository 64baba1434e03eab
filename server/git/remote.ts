import type { Log } from '#server/http/log.ts'
import { DivergedError, type MergeOptions, mergeRemote, RemoteRejectedError } from './merge-remote.ts'
import type { Author } from './objects.ts'
import type { Repository } from './repository.ts'
import { GitError } from './run-git.ts'

/** The state of the checkout compared with its branch on the remote. */
export type RemoteState =
  | { state: 'in step' }
  /** The remote could not be reached, or rejected the push; tried again. */
  | { state: 'waiting'; reason: string }
  /** Conflict: a person has to merge. The site keeps serving the checkout. */
  | { state: 'diverged'; reason: string; files: readonly string[] }
  /** The remote has changes that the site does not merge by itself; an operator has to. */
  | { state: 'rejected'; reason: string; files: readonly string[] }

export type RemoteOptions = Omit<MergeOptions, 'author'> & {
  repository: Repository
  author(): Author
  /** Runs a job while no save is written, then reloads the files that it returns. */
  exclusively(job: () => Promise<readonly string[]>): Promise<void>
  log: Log
  now?(): Date
  /** How often the remote is fetched without a save. */
  everyMs?: number
  retryMs?: number
}
export type Remote = ReturnType<typeof createRemote>

const EVERY_MS = 60_000
const RETRY_MS = 2_000
const RETRY_MAX_MS = 5 * 60_000
/** The options override programs that the repository names. */
const FETCH = ['fetch', '--quiet', '--upload-pack=git-upload-pack']
const PUSH = ['push', '--quiet', '--receive-pack=git-receive-pack', '--no-signed']
const network = { timeoutMs: 60_000 }
/** How often another clone may push between our fetch and our push before the push is put off. */
const ATTEMPTS = 5

/** Keeps the checkout and its branch on the remote in sync (GIT_PUSH): fetch, merge, push; never by force. */
export function createRemote({ repository, author, exclusively, log, ...options }: RemoteOptions) {
  const { now = () => new Date(), unreadable, isAllowed, everyMs = EVERY_MS, retryMs = RETRY_MS } = options
  const { git } = repository
  let state: RemoteState = { state: 'in step' }
  let running: Promise<void> | undefined
  let again = false
  let wait = retryMs
  let timer: Timer | undefined
  let closed = false
  /** The last push, and the last time that both were the same. */
  const times: { pushed?: Date; inStep?: Date } = {}

  async function fetchMergePush(): Promise<void> {
    const { remote, branch, upstream } = await findUpstream()
    for (let attempt = 1; ; attempt++) {
      await git([...FETCH, '--end-of-options', remote, `refs/heads/${branch}`], network)
      await exclusively(() => mergeRemote(repository, upstream, { author: author(), unreadable, isAllowed }))
      if ((await git(['rev-list', '--count', `${upstream}..HEAD`])) === '0') return
      try {
        await git([...PUSH, '--end-of-options', remote, `HEAD:refs/heads/${branch}`], network)
        times.pushed = now()
        return
      } catch (error) {
        if (attempt === ATTEMPTS || !isRace(error)) throw error
      }
    }
  }

  /** The upstream of the branch that is checked out: `origin`, `main`, `refs/remotes/origin/main`. */
  async function findUpstream() {
    const own = await git(['symbolic-ref', '--quiet', '--short', 'HEAD']).catch(() => {
      throw new GitError('push', 'no branch is checked out, so nothing can be pushed')
    })
    const remote = await git(['config', `branch.${own}.remote`]).catch(() => '')
    const merge = await git(['config', `branch.${own}.merge`]).catch(() => '')
    const branch = BRANCH.exec(merge)?.[1]
    if (!remote || !branch) {
      throw new GitError('push', `the branch ${own} has no upstream branch (git push -u origin ${own})`)
    }
    return { remote, branch, upstream: `refs/remotes/${remote}/${branch}` }
  }

  async function syncOnce(): Promise<void> {
    try {
      await fetchMergePush()
      setState({ state: 'in step' })
      times.inStep = now()
      wait = retryMs
      schedule(everyMs)
    } catch (error) {
      setState(
        error instanceof DivergedError || error instanceof RemoteRejectedError
          ? { state: error.state, reason: error.message, files: error.files }
          : { state: 'waiting', reason: error instanceof GitError ? error.reason : String(error) },
      )
      schedule(wait)
      wait = Math.min(wait * 2, RETRY_MAX_MS)
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
    again = running !== undefined
    running ??= (async () => {
      do {
        again = false
        await syncOnce()
      } while (again && !closed)
      running = undefined
    })()
    return running
  }

  return {
    sync,
    state: () => state,
    times: () => times,
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}

/** The name of one branch: no characters that would make it a refspec or a pattern. */
const BRANCH = /^refs\/heads\/([^\s:*?^~\\[]+)$/

/** Another clone has pushed between our fetch and our push. */
const isRace = (error: unknown) =>
  error instanceof GitError && /fetch first|non-fast-forward|cannot lock ref/.test(error.said)
