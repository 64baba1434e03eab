import type { ContentCommits, Moment, MomentRequest, TimeMachineLink } from '#contract/time-machine.ts'
import type { Checkout } from '#server/git/checkout.ts'
import { throwUnavailable } from '#server/git/runner/git-unavailable.ts'
import { headOf, prefixOf, type Repository } from '#server/git/runner/repository.ts'
import { GitError } from '#server/git/runner/run-git.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { type PastContent, readPastContent } from './past-content.ts'

type TimeMachineDeps = {
  /** The content folder. */
  dir: string
  /** `undefined` without a git checkout, or with GIT_COMMIT off. */
  checkout: Checkout
  now(): Date
  /** Unused snapshots are dropped after this time. */
  idleMs?: number
}
export type TimeMachine = ReturnType<typeof createTimeMachine>

const COMMITS_SHOWN = 50
/** Each may take as much memory as the content itself. */
const SNAPSHOTS_MAX = 2
const IDLE_MS = 10 * 60_000

const NO_GIT = 'Git stores the past: the content folder is not in a git checkout, or GIT_COMMIT is off.'
const TOO_EARLY = 'There is no content from before that time.'
const NOT_ON_BRANCH = 'There is no such commit on this branch.'
const COMMIT = /^([0-9a-f]+)\0([^\0]+)\0([^\0]*)\0([^\0]*)$/

/** The content of former times, from the commits of the current branch. */
export function createTimeMachine({ dir, checkout, now, idleMs = IDLE_MS }: TimeMachineDeps) {
  /** By commit, the last used last. */
  const snapshots = new Map<string, PastContent>()
  const mutex = createMutex()
  let idle: ReturnType<typeof setTimeout> | undefined

  function repositoryNow(): Repository {
    if (!checkout) throw new NotFoundError(NO_GIT)
    return checkout.repository
  }

  async function list(): Promise<ContentCommits> {
    if (!checkout) return { kept: false, reason: NO_GIT }
    const repository = repositoryNow()
    await checkout?.idle()
    if (!(await headOf(repository.git))) return { kept: true, commits: [] }
    const prefix = (await prefixOf(repository, dir)) ?? ''
    const options = [
      '--first-parent',
      '--no-ext-diff',
      `--max-count=${COMMITS_SHOWN}`,
      '--format=%H%x00%cI%x00%an%x00%s',
    ]
    const listed = await repository.git(['log', ...options, ...(prefix ? ['--', prefix] : [])])
    const commits = listed.split('\n').flatMap((line) => {
      const [, commit = '', at, author = '', subject = ''] = COMMIT.exec(line) ?? []
      return at === undefined ? [] : [{ commit, at: new Date(at).toISOString(), author, subject }]
    })
    return { kept: true, commits }
  }

  /** A later time would publish what is scheduled: a wrong clock writes commits of the future. */
  const untilNow = (time: string) => new Date(Math.min(Date.parse(time), now().getTime())).toISOString()

  /** The commit of a moment, and its time. Only commits of the branch: others may never have been public. */
  async function resolve({ at, commit }: MomentRequest): Promise<Moment> {
    const { git } = repositoryNow()
    await checkout?.idle()
    if (!(await headOf(git))) throw new NotFoundError(TOO_EARLY)
    if (commit !== undefined) {
      if (!(await isOnBranch(git, commit))) throw new NotFoundError(NOT_ON_BRANCH)
      const written = await git(['log', '--max-count=1', '--no-ext-diff', '--format=%cI', '--end-of-options', commit])
      return { commit, at: untilNow(written) }
    }
    const time = untilNow(at ?? '')
    const found = await git(['rev-list', '--first-parent', '--max-count=1', `--before=${time}`, 'HEAD'])
    if (found === '') throw new NotFoundError(TOO_EARLY)
    return { commit: found, at: time }
  }

  /** Reads the content of a commit of the branch. Throws `NotFoundError`, `GitUnavailableError` and `UnreadablePastError`. */
  const open = (commit: string): Promise<PastContent> =>
    read(commit, async ({ git }) => {
      // Rewriting history removes what must not be shown any more.
      if (await isOnBranch(git, commit)) return
      snapshots.delete(commit)
      throw new NotFoundError(NOT_ON_BRANCH)
    })

  /** Reads the content of a commit, one commit at a time. `assertShown` throws for one that must not be shown. */
  const read = (commit: string, assertShown: (repository: Repository) => Promise<void>): Promise<PastContent> =>
    mutex(async () => {
      const repository = repositoryNow()
      await assertShown(repository)
      const prefix = (await prefixOf(repository, dir)) ?? ''
      const past = snapshots.get(commit) ?? (await readPastContent(repository, prefix, commit, [...snapshots.values()]))
      snapshots.delete(commit)
      snapshots.set(commit, past)
      for (const oldest of [...snapshots.keys()].slice(0, -SNAPSHOTS_MAX)) snapshots.delete(oldest)
      clearTimeout(idle)
      idle = setTimeout(() => snapshots.clear(), idleMs).unref()
      return past
    }).catch(unavailable)

  return {
    list: () => list().catch(unavailable),
    open,
    /** Reads the content of any commit: the caller decides who may see it. Throws what `open` throws. */
    read: (commit: string) => read(commit, async () => {}),
    /** Finds a moment and reads its content, so that the link works. Throws `NotFoundError` and what `open` throws. */
    async find(moment: MomentRequest): Promise<Moment & Pick<TimeMachineLink, 'rejected'>> {
      const found = await resolve(moment).catch(unavailable)
      const { rejected } = await open(found.commit)
      return { ...found, rejected }
    },
    /** The commits that are in memory. */
    cached: () => [...snapshots.keys()],
    close: () => clearTimeout(idle),
  }
}

const isOnBranch = (git: Repository['git'], commit: string): Promise<boolean> =>
  git(['merge-base', '--is-ancestor', '--end-of-options', commit, 'HEAD']).then(
    () => true,
    (error) => {
      // 1: on no path to the branch. 128: no commit at all.
      if (error instanceof GitError && [1, 128].includes(error.code)) return false
      throw error
    },
  )

const unavailable = (error: unknown): never =>
  throwUnavailable(error, (reason) => `Git cannot read the past: ${reason}. Ask the operator of the server.`)
