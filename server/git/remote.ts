import type { Log } from '#server/http/log.ts'
import type { Author } from './import-commit.ts'
import { Diverged, type MergeOptions, mergeRemote, RemoteRejectedError } from './merge-remote.ts'
import type { Repository } from './repository.ts'
import { GitError } from './run-git.ts'

/** How the checkout stands to the branch that it follows on the remote. */
export type RemoteState =
  | { state: 'in step' }
  /** Not reached, or it refused; tried again by itself. */
  | { state: 'waiting'; reason: string }
  /** Somebody has to merge by hand; the site keeps serving what is here. */
  | { state: 'diverged'; reason: string; files: readonly string[] }
  /** The remote has changes that the site does not take over; an operator has to merge them. The site goes on without. */
  | { state: 'rejected'; reason: string; files: readonly string[] }

export type RemoteOptions = {
  repository: Repository
  author(): Author
  unreadable: MergeOptions['unreadable']
  isAllowed: MergeOptions['isAllowed']
  /** Runs a job while no save is written, then reads again the files that it gives. */
  exclusively(job: () => Promise<readonly string[]>): Promise<void>
  log: Log
  now?(): Date
  /** How often the remote is asked for what is new, by itself. */
  everyMs?: number
  retryMs?: number
}

const EVERY_MS = 60_000
const RETRY_MS = 2_000
const RETRY_MAX_MS = 5 * 60_000
/** The options win over programs of the same purpose that the repository names. */
const FETCH = ['fetch', '--quiet', '--upload-pack=git-upload-pack']
const PUSH = ['push', '--quiet', '--receive-pack=git-receive-pack', '--no-signed']
const network = { timeoutMs: 60_000 }
/** How often somebody may push between our fetch and our push before we wait. */
const ATTEMPTS = 5

/** Keeps the checkout and the branch that it follows in step (GIT_PUSH): fetch, merge, push; never by force. */
export function createRemote({ repository, author, exclusively, log, ...options }: RemoteOptions) {
  const { now = () => new Date(), unreadable, isAllowed } = options
  const { everyMs = EVERY_MS, retryMs = RETRY_MS } = options
  const { git } = repository
  let state: RemoteState = { state: 'in step' }
  let running: Promise<void> | undefined
  let again = false
  let wait = retryMs
  let timer: Timer | undefined
  let closed = false
  /** When something was pushed last, and when both were the same last. */
  const times: { pushed?: Date; inStep?: Date } = {}

  async function inStep(): Promise<void> {
    const { remote, branch, upstream } = await followed()
    for (let attempt = 1; ; attempt++) {
      await git([...FETCH, '--end-of-options', remote, `refs/heads/${branch}`], network)
      await exclusively(() => mergeRemote(repository, upstream, { author: author(), unreadable, isAllowed }))
      if (await isPushed(upstream)) return
      try {
        await git([...PUSH, '--end-of-options', remote, `HEAD:refs/heads/${branch}`], network)
        times.pushed = now()
        return
      } catch (error) {
        if (attempt === ATTEMPTS || !isRace(error)) throw error
      }
    }
  }

  /** The branch that the one checked out follows: `origin`, `main`, `refs/remotes/origin/main`. */
  async function followed() {
    const own = await git(['symbolic-ref', '--quiet', '--short', 'HEAD']).catch(() => {
      throw new GitError('push', 'no branch is checked out, so nothing can be pushed')
    })
    const remote = await git(['config', `branch.${own}.remote`]).catch(() => '')
    const merge = await git(['config', `branch.${own}.merge`]).catch(() => '')
    const branch = BRANCH.exec(merge)?.[1]
    if (!remote || !branch) {
      throw new GitError('push', `the branch ${own} follows none on a remote (git push -u origin ${own})`)
    }
    return { remote, branch, upstream: `refs/remotes/${remote}/${branch}` }
  }

  const isPushed = async (upstream: string) => (await git(['rev-list', '--count', `${upstream}..HEAD`])) === '0'

  async function once(): Promise<void> {
    try {
      await inStep()
      setState({ state: 'in step' })
      times.inStep = now()
      wait = retryMs
      plan(everyMs)
    } catch (error) {
      setState(
        error instanceof Diverged || error instanceof RemoteRejectedError
          ? { state: error.state, reason: error.message, files: error.files }
          : { state: 'waiting', reason: error instanceof GitError ? error.reason : String(error) },
      )
      plan(wait)
      wait = Math.min(wait * 2, RETRY_MAX_MS)
    }
  }

  function setState(next: RemoteState): void {
    if (!Bun.deepEquals(next, state)) log[next.state === 'in step' ? 'info' : 'warn']('git remote', next)
    state = next
  }

  function plan(ms: number): void {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(sync, ms).unref()
  }

  /** Now, or again once what runs has ended. */
  function sync(): Promise<void> {
    again = running !== undefined
    running ??= (async () => {
      do {
        again = false
        await once()
      } while (again && !closed)
      running = undefined
    })()
    return running
  }

  return {
    sync,
    state: () => state,
    times: () => times,
    /** Waits for what is being done. */
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}
export type Remote = ReturnType<typeof createRemote>

/** The name of a branch, and nothing that git would take for more than one. */
const BRANCH = /^refs\/heads\/([^\s:*?^~\\[]+)$/

/** Somebody pushed between our fetch and our push. */
const isRace = (error: unknown) =>
  error instanceof GitError && /fetch first|non-fast-forward|cannot lock ref/.test(error.said)
