import type { ContentState, GitSummary, Step } from '#contract/content.ts'
import type { Checkout, CheckoutState } from './checkout.ts'
import { uncommitted } from './file-history.ts'
import type { Repository } from './repository.ts'

type Described = Pick<NonNullable<Checkout>, 'repository' | 'state' | 'idle'>

/** The state of git in one word, for the dashboard and the health check. */
export function gitSummary(checkout: Pick<Described, 'state'> | undefined): GitSummary {
  if (!checkout) return 'off'
  const { commits, remote } = checkout.state()
  if (remote?.state === 'diverged' || remote?.state === 'rejected') return remote.state
  return commits.reason !== undefined || remote?.state === 'waiting' ? 'waiting' : 'ok'
}

/** The details for the dashboard. Never rejects: facts that git cannot tell are left out. */
export async function describeCheckout(checkout: Described | undefined): Promise<ContentState> {
  await checkout?.idle()
  const git = gitSummary(checkout)
  if (!checkout || git === 'off') return { git: 'off' }
  const { repository } = checkout
  const { commits, remote } = checkout.state()
  const [branch, commit, follows, left] = await Promise.all([
    asked(repository, 'symbolic-ref', '--quiet', '--short', 'HEAD'),
    asked(repository, 'rev-parse', '--short=7', '--verify', '--quiet', 'HEAD'),
    remote ? asked(repository, 'rev-parse', '--abbrev-ref', '@{upstream}') : null,
    // They may have been committed by hand meanwhile.
    uncommitted(repository, commits.left).catch(() => [...commits.left]),
  ])
  return {
    git,
    branch,
    commit,
    follows,
    waiting: commits.waiting > 0 ? { saves: commits.waiting, reason: commits.reason ?? 'git is busy' } : null,
    left,
    apart: divergence(remote, repository.root, follows),
  }
}

const asked = ({ git }: Repository, ...args: string[]): Promise<string | null> =>
  git(args).then(
    (said) => said || null,
    () => null,
  )

function divergence(remote: CheckoutState['remote'], root: string, follows: string | null) {
  if (!remote || remote.state === 'in step') return null
  if (remote.state === 'waiting') return { reason: remote.reason, files: [], steps: [] }
  const files = [...remote.files]
  const steps = remote.state === 'rejected' ? mergeSteps : recoverySteps
  return { reason: remote.reason, files, steps: follows === null ? [] : steps(root, follows, files) }
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
