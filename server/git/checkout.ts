import type { ContentState, GitPause, GitSummary, Step } from '#contract/content.ts'
import type { ContentStore } from '#server/content/content.ts'
import { isReadable } from '#server/content/files/decode-file.ts'
import type { Writer } from '#server/content/writer.ts'
import type { Repository } from '#server/git/runner/repository.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import type { Log } from '#server/lib/log.ts'
import type { SharedSaves } from '#server/storage/shared-saves.ts'
import { ASIDE } from './commit.ts'
import { type CommitQueue, type CommitsState, createCommitQueue, type Pause, pauseOf } from './commit-queue.ts'
import { createDerivedImages } from './derived-images.ts'
import { allowedBetween, allowedChanges, fastForward } from './fast-forward.ts'
import type { OpenedCheckout } from './open-checkout.ts'
import { type Author, assertPlain, branchIn, refOf } from './plain-state.ts'
import { createRecorder } from './recorder.ts'
import { createSaveRecovery } from './recover-save.ts'
import { createRemote, type Remote, type RemoteState } from './remote.ts'
import { removeStaleLocks } from './repair-checkout.ts'
import { createReplicas } from './replicas.ts'
import { restoreResetFiles } from './reset-files.ts'

type CheckoutOptions = {
  opened: OpenedCheckout | undefined
  /** The site's settings name the author of merges. Files that git has reset get their saved texts back, and only live files are reported. */
  content: Pick<ContentStore, 'change' | 'exclusively' | 'files' | 'snapshot'>
  /** The content folder. */
  dir: string
  /** `storage/public` and `storage/private`. */
  publicDir: string
  privateDir: string
  /** Reports the saves that are to be committed. */
  writer: Writer
  /** GIT_PUSH. */
  push: boolean
  /** With PostgreSQL and GIT_PUSH: what replicas know of each other's saves. */
  saves?: SharedSaves | undefined
  /** GIT_BRANCH. */
  branch?: string | undefined
  now(): Date
  log: Log
}

const RETRY_SECONDS = 5

/** `pause`: what makes commits wait, or would. */
type CheckoutState = { commits: CommitsState; pause?: Pause | undefined; remote: RemoteState | undefined }

/**
 * Commits each save in the git checkout of the content folder and, with GIT_PUSH, syncs it with the remote. In one that git cannot or
 * may not read, and without git, commits wait.
 */
export function createCheckout(options: CheckoutOptions) {
  const { opened, content, dir, publicDir, privateDir, push, saves, branch, writer, now, log } = options
  if (!opened) return
  const { repository, prefix } = opened
  function author(): Author {
    const { name, contact } = content.snapshot().site
    return { name, email: contact.email }
  }
  const commits = createCommitQueue({
    repository,
    branch,
    author,
    dir,
    writer,
    log,
    onCommit(files) {
      void restoreResetFiles(files, { repository, content, prefix, log })
      void remote?.sync()
    },
  })
  const isAllCommitted = () => commits.state().waiting === 0
  const claimDerived = createDerivedImages({ repository, publicDir, isAllCommitted, log })
  let remote: Remote | undefined
  let pause: Pause | undefined
  const sync = async (): Promise<void> => remote?.sync()
  const isAllowed = () => allowedChanges(repository, [dir, publicDir], privateDir)
  const inContent = (path: string) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : [])
  /** Runs a job while no save writes files, then reloads the files that it returns, by their paths in the checkout. */
  const exclusively = (job: () => Promise<readonly string[]>) =>
    content.exclusively(async () => {
      // Uncommitted files of a save would block a merge.
      await commits.idle()
      return (await job()).flatMap(inContent)
    })
  const isReadableAt = (path: string, bytes: Uint8Array) => inContent(path).every((file) => isReadable(file, bytes))

  /** Without a remote. */
  async function publishHere(make: (head: string) => Promise<string>): Promise<void> {
    const allowed = await isAllowed()
    await exclusively(async () => {
      await assertPlain(repository, branch)
      const head = await repository.git(['rev-parse', 'HEAD^{commit}'])
      const commit = await make(head)
      return fastForward(repository, commit, await allowedBetween(repository.git, allowed, head, commit))
    })
  }
  if (saves) writer.recordWith(createRecorder({ saves, repository, dir, sync, log, ...pushing(commits, () => remote) }))

  return {
    repository,
    claimDerived,
    /** The live content files that git ignores. Never rejects. */
    async ignoredFiles() {
      const found = await repository.ignoredFiles(prefix || '.').catch(() => new Map<string, string>())
      const live = [...found].filter(([path]) => content.files().get(path.slice(prefix.length))?.decoded)
      return live.map(([file, rule]) => ({ file, rule }))
    },
    /** Starts to sync with the remote, with GIT_PUSH. */
    async follow(): Promise<void> {
      await claimDerived([])
      if (!push) return
      const allowed = await isAllowed()
      const commit = () => commits.idle().then(() => commits.state().waiting === 0)
      const recover =
        saves && createSaveRecovery({ repository, content, prefix, saves, isAllowed: allowed, commit, log })
      remote = createRemote({
        repository,
        branch,
        author,
        isAllowed: allowed,
        log,
        now,
        replicas: saves && recover && createReplicas({ saves, recover, log }),
        exclusively,
        prepare: () => removeStaleLocks(repository, log),
        isReadable: isReadableAt,
      })
      void remote.sync()
    },
    /** Syncs with the remote now, with GIT_PUSH. */
    sync,
    startCommits: commits.start,
    idle: commits.idle,
    deletedFiles: commits.deleted,
    /** `content/`, or an empty text. */
    prefix,
    /** The state that replicas share, and the check for files that the site merges automatically. */
    shared: saves && { saves, isAllowed },
    /** What merging a branch needs (see `allowedChanges` and `mergeCommits`). */
    merging: { isAllowed, isReadable: isReadableAt, author, push, branch },
    /**
     * Makes the commit that `make` returns for the current one, which it must contain, the live one: with GIT_PUSH once the remote has
     * it. Throws `GitError`, `MergeConflictError`, `RejectedChangeError` and what `make` throws; then nothing has changed.
     */
    publish: (make: (head: string) => Promise<string>) => (push && remote ? remote.publish(make) : publishHere(make)),
    /** As of the last `refreshState`. */
    state: (): CheckoutState => ({
      commits: commits.state(),
      pause: commits.pause() ?? pause,
      remote: remote?.state(),
    }),
    /** Finds out in which state the checkout is. Runs no git process as a rule. Never rejects. */
    async refreshState(): Promise<void> {
      pause = await assertPlain(repository, branch).then(() => undefined, pauseOf)
    },
    /** The last push, and the last time that checkout and remote were the same; unknown before the first time. */
    times: () => remote?.times() ?? {},
    async close(): Promise<void> {
      await commits.close()
      // Other replicas would wait some seconds before they recover the last saves.
      if (saves) await remote?.sync()
      await remote?.close()
    },
  }
}

/** For saves that nothing else keeps. Both throw `UnavailableError`. */
function pushing(commits: Pick<CommitQueue, 'idle'>, remote: () => Remote | undefined) {
  const assertInSync = () => {
    const { state } = remote()?.state() ?? { state: 'waiting' }
    if (state === 'in sync') return
    throw new UnavailableError('This is not available for a moment. Please try again.', RETRY_SECONDS)
  }
  return {
    async assertPushable(): Promise<void> {
      await remote()?.reach()
      if (remote()?.state().state !== 'waiting') assertInSync()
    },
    async push(): Promise<void> {
      await commits.idle()
      await remote()?.sync()
      assertInSync()
    },
  }
}

export type Checkout = ReturnType<typeof createCheckout>

/** The state of git in one word, for the dashboard and the health check. */
export function gitSummary(checkout: Checkout): GitSummary {
  if (!checkout) return 'off'
  const { pause, remote } = checkout.state()
  if (remote?.state === 'diverged' || remote?.state === 'rejected') return remote.state
  return pause || remote?.state === 'waiting' ? 'waiting' : 'ok'
}

/** The name of what makes commits or pushes wait. */
export function gitPause(checkout: Pick<NonNullable<Checkout>, 'state'> | undefined): GitPause | undefined {
  const { pause, remote } = checkout?.state() ?? {}
  return pause?.state ?? (remote?.state === 'waiting' ? remote.pause : undefined)
}

/** The details for the dashboard. Never rejects: facts that git cannot tell are left out. */
export async function describeCheckout(checkout: Checkout): Promise<ContentState> {
  if (!checkout) return { git: 'off' }
  await checkout.idle()
  await checkout.refreshState()
  const { repository } = checkout
  const { commits, pause, remote } = checkout.state()
  const git = gitSummary(checkout)
  const [branch, commit, short, left, aside, ignored] = await Promise.all([
    branchIn(repository.gitFolder, repository.git).catch(() => undefined),
    asked(repository, 'rev-parse', '--short=7', '--verify', '--quiet', 'HEAD'),
    remote ? asked(repository, 'rev-parse', '--abbrev-ref', '@{upstream}') : null,
    // They may have been committed by hand since.
    repository.uncommitted(commits.left).catch(() => [...commits.left]),
    asked(repository, 'log', '--format=', '--name-only', '-z', `HEAD..${ASIDE}`, '--'),
    checkout.ignoredFiles(),
  ])
  // Git shortens a name only so far that no tag has it.
  const follows = short?.replace(/^remotes\//, '') ?? null
  return {
    git,
    commit,
    follows,
    branch: branch === undefined ? null : branch.slice(refOf('').length),
    ...(pause && { paused: pause }),
    waiting: commits.waiting > 0 ? { saves: commits.waiting, reason: commits.reason ?? 'git is busy' } : null,
    ...(aside && { aside: [...new Set(aside.split('\0').filter(Boolean))] }),
    ...(ignored.length > 0 && { ignored }),
    left,
    apart: remote && remote.state !== 'in sync' ? divergence(remote, repository.root, follows, short) : null,
  }
}

const asked = ({ git }: Repository, ...args: string[]): Promise<string | null> =>
  git(args).then(
    (said) => said || null,
    () => null,
  )

function divergence(
  { state, reason, files }: Exclude<RemoteState, { state: 'in sync' }>,
  root: string,
  follows: string | null,
  short: string | null,
) {
  if (follows === null || short === null || state === 'waiting') return { reason, files, steps: [] }
  return {
    reason,
    files,
    steps: state === 'rejected' ? mergeSteps(root, short) : recoverySteps(root, follows, files),
  }
}

/** The branch on which the dashboard's commits can be fetched while they are not on the followed branch. */
const BRANCH = 'from-the-dashboard'

/**
 * How to resolve a conflict: in a separate clone, because half a merge in the served checkout would be live. Once the merge
 * is pushed, the site fast-forwards to it. `follows` is `origin/main`. Full names, because a tag may have the name of a branch.
 */
function recoverySteps(root: string, follows: string, files: readonly string[]): Step[] {
  const remote = follows.slice(0, follows.indexOf('/'))
  const branch = follows.slice(remote.length + 1)
  return [
    { where: 'On the server', commands: [`git -C ${quoted(root)} push ${remote} HEAD:refs/heads/${BRANCH}`] },
    {
      where: 'In your own clone',
      commands: [
        `git fetch origin && git switch ${branch} && git merge --ff-only refs/remotes/origin/${branch}`,
        `git merge refs/remotes/origin/${BRANCH}`,
      ],
    },
    {
      where: 'In your clone, once the conflicts are resolved',
      commands: [
        `git add ${files.map(quoted).join(' ')} && git commit --no-edit`,
        `git push origin HEAD:refs/heads/${branch} && git push origin --delete refs/heads/${BRANCH}`,
      ],
    },
  ]
}

/** How an operator merges changes that the site rejects. */
const mergeSteps = (root: string, short: string): Step[] => [
  {
    where: 'On the server, to review the changes',
    commands: [`git -C ${quoted(root)} diff --stat HEAD...${quoted(short)}`],
  },
  { where: 'On the server, to merge it', commands: [`git -C ${quoted(root)} merge ${quoted(short)}`] },
]

/** Quotes a path for a shell. */
const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)
