import type { ContentState, GitSummary, Step } from '#contract/content.ts'
import type { ContentStore } from '#server/content/content.ts'
import { isReadable } from '#server/content/files/decode-file.ts'
import type { Writer } from '#server/content/writer.ts'
import { protocolsFor } from '#server/git/runner/remote-url.ts'
import { namesAtHead, openRepository, prefixOf, type Repository, readObjects } from '#server/git/runner/repository.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import type { SharedSaves } from '#server/storage/shared-saves.ts'
import type { Author } from './commit.ts'
import { type CommitQueue, type CommitsState, createCommitQueue } from './commit-queue.ts'
import { createRecorder } from './recorder.ts'
import { createSaveRecovery } from './recover-save.ts'
import { allowedChanges, createRemote, type Remote, type RemoteState } from './remote.ts'
import { removeStaleLocks } from './repair-checkout.ts'
import { createReplicas } from './replicas.ts'

export type CheckoutOptions = {
  /** The content folder. */
  dir: string
  /** `storage/public` and `storage/private`. */
  publicDir: string
  privateDir: string
  author(): Author
  /** Reports the saves that are to be committed. */
  writer: Writer
  /** GIT_PUSH. */
  push: boolean
  /** With PostgreSQL and GIT_PUSH: what replicas know of each other's saves. */
  saves?: SharedSaves | undefined
  /** GIT_REMOTE. */
  remoteUrl?: string | undefined
  now(): Date
  log: Log
}

const RETRY_SECONDS = 5

type CheckoutState = { commits: CommitsState; remote: RemoteState | undefined }

/**
 * The git checkout of the content folder: commits each save and, with GIT_PUSH, syncs with the remote. Returns `undefined`
 * where there is none. Throws `GitError` for one that git cannot or may not read, and without git.
 */
export async function createCheckout(options: CheckoutOptions) {
  const { dir, publicDir, privateDir, push, saves, remoteUrl, author, writer, now, log } = options
  const repository = await openRepository(dir, protocolsFor(remoteUrl))
  if (!repository) return
  const prefix = (await prefixOf(repository, dir)) ?? ''
  const commits = createCommitQueue({
    ...{ repository, author, dir, writer, log },
    onCommit: () => void remote?.sync(),
  })
  let remote: Remote | undefined
  const sync = async (): Promise<void> => remote?.sync()
  if (saves)
    writer.recordWith(createRecorder({ ...{ saves, repository, dir, sync, log }, ...pushing(commits, () => remote) }))

  return {
    repository,
    /** Reads committed content files; files that HEAD does not contain are left out. Never rejects. */
    async readCommitted(files: readonly string[]): Promise<Map<string, Uint8Array>> {
      const names = namesAtHead(files.map((file) => prefix + file))
      const found = await readObjects(repository.git, names).catch((error) => {
        log.warn('committed files not read', errorFields(error))
        return []
      })
      return new Map(found.flatMap((object, at) => (object ? [[files[at] ?? '', object.bytes]] : [])))
    },
    /** Starts to sync with the remote, with GIT_PUSH. */
    async follow(content: Pick<ContentStore, 'change' | 'exclusively'>): Promise<void> {
      if (!push) return
      const isAllowed = await allowedChanges(repository, [dir, publicDir], privateDir)
      const commit = () => commits.idle().then(() => commits.state().waiting === 0)
      const recover = saves && createSaveRecovery({ repository, content, prefix, saves, isAllowed, commit, log })
      const inContent = (path: string) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : [])
      remote = createRemote({
        ...{ repository, author, isAllowed, log, now },
        replicas: saves && recover && createReplicas({ saves, recover, log }),
        exclusively: (job) =>
          content.exclusively(async () => {
            // Uncommitted files of a save would block a merge.
            await commits.idle()
            return (await job()).flatMap(inContent)
          }),
        prepare: async () => (remoteUrl === undefined ? undefined : removeStaleLocks(repository.gitFolder, log)),
        isReadable: (path, bytes) => inContent(path).every((file) => isReadable(file, bytes)),
      })
      void remote.sync()
    },
    /** Syncs with the remote now, with GIT_PUSH. */
    sync,
    startCommits: commits.start,
    idle: commits.idle,
    deletedFiles: commits.deleted,
    /** The files of other replicas' saves that could not be recovered. Never rejects. */
    rejectedFiles: async (): Promise<string[]> => (await saves?.rejectedFiles().catch(() => [])) ?? [],
    state: (): CheckoutState => ({ commits: commits.state(), remote: remote?.state() }),
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
  const assertInStep = () => {
    const { state } = remote()?.state() ?? { state: 'waiting' }
    if (state === 'in step') return
    throw new UnavailableError('This is not available for a moment. Please try again.', RETRY_SECONDS)
  }
  return {
    async assertPushable(): Promise<void> {
      await remote()?.reach()
      if (remote()?.state().state !== 'waiting') assertInStep()
    },
    async push(): Promise<void> {
      await commits.idle()
      await remote()?.sync()
      assertInStep()
    },
  }
}

export type Checkout = Awaited<ReturnType<typeof createCheckout>>

/** The state of git in one word, for the dashboard and the health check. */
export function gitSummary(checkout: Checkout): GitSummary {
  if (!checkout) return 'off'
  const { commits, remote } = checkout.state()
  if (remote?.state === 'diverged' || remote?.state === 'rejected') return remote.state
  return commits.reason !== undefined || remote?.state === 'waiting' ? 'waiting' : 'ok'
}

/** The details for the dashboard. Never rejects: facts that git cannot tell are left out. */
export async function describeCheckout(checkout: Checkout): Promise<ContentState> {
  if (!checkout) return { git: 'off' }
  await checkout.idle()
  const { repository } = checkout
  const { commits, remote } = checkout.state()
  const git = gitSummary(checkout)
  const [branch, commit, follows, left, rejected] = await Promise.all([
    asked(repository, 'symbolic-ref', '--quiet', '--short', 'HEAD'),
    asked(repository, 'rev-parse', '--short=7', '--verify', '--quiet', 'HEAD'),
    remote ? asked(repository, 'rev-parse', '--abbrev-ref', '@{upstream}') : null,
    // They may have been committed by hand since.
    repository.uncommitted(commits.left).catch(() => [...commits.left]),
    checkout.rejectedFiles(),
  ])
  return {
    ...{ git, branch, commit, follows },
    waiting: commits.waiting > 0 ? { saves: commits.waiting, reason: commits.reason ?? 'git is busy' } : null,
    left: [...new Set([...left, ...rejected])],
    apart: remote && remote.state !== 'in step' ? divergence(remote, repository.root, follows) : null,
  }
}

const asked = ({ git }: Repository, ...args: string[]): Promise<string | null> =>
  git(args).then(
    (said) => said || null,
    () => null,
  )

function divergence(
  { state, reason, files }: Exclude<RemoteState, { state: 'in step' }>,
  root: string,
  follows: string | null,
) {
  if (follows === null || state === 'waiting') return { reason, files, steps: [] }
  return {
    reason,
    files,
    steps: state === 'rejected' ? mergeSteps(root, follows) : recoverySteps(root, follows, files),
  }
}

/** The branch on which the dashboard's commits can be fetched while they are not on the followed branch. */
const BRANCH = 'from-the-dashboard'

/**
 * How to resolve a conflict: in a separate clone, because half a merge in the served checkout would be live. Once the merge
 * is pushed, the site fast-forwards to it. `follows` is `origin/main`.
 */
function recoverySteps(root: string, follows: string, files: readonly string[]): Step[] {
  const remote = follows.slice(0, follows.indexOf('/'))
  const branch = follows.slice(remote.length + 1)
  return [
    { where: 'On the server', commands: [`git -C ${quoted(root)} push ${remote} HEAD:refs/heads/${BRANCH}`] },
    {
      where: 'In your own clone',
      commands: [
        `git fetch origin && git switch ${branch} && git merge --ff-only origin/${branch}`,
        `git merge origin/${BRANCH}`,
      ],
    },
    {
      where: 'In your clone, once the conflicts are resolved',
      commands: [
        `git add ${files.map(quoted).join(' ')} && git commit --no-edit`,
        `git push origin ${branch} && git push origin --delete ${BRANCH}`,
      ],
    },
  ]
}

/** How an operator merges changes that the site rejects. */
const mergeSteps = (root: string, follows: string): Step[] => [
  {
    where: 'On the server, to review the changes',
    commands: [`git -C ${quoted(root)} diff --stat HEAD...${quoted(follows)}`],
  },
  { where: 'On the server, to merge it', commands: [`git -C ${quoted(root)} merge ${quoted(follows)}`] },
]

/** Quotes a path for a shell. */
const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)
