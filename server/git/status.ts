import type { ContentState, GitSummary } from '#contract/content.ts'
import type { Checkout, CheckoutState } from './checkout.ts'
import { uncommitted } from './file-history.ts'
import { mergeSteps, recoverySteps } from './recovery-steps.ts'
import type { Repository } from './repository.ts'

type Described = Pick<NonNullable<Checkout>, 'repository' | 'state' | 'idle'>

/** How git stands to the content, in a word. */
export function gitSummary(checkout: Pick<Described, 'state'> | undefined): GitSummary {
  if (!checkout) return 'off'
  const { commits, remote } = checkout.state()
  if (remote?.state === 'diverged' || remote?.state === 'rejected') return remote.state
  return commits.reason !== undefined || remote?.state === 'waiting' ? 'waiting' : 'ok'
}

/** Everything that the dashboard says of git. Never throws: what git does not tell is left out. */
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
    // Somebody may have committed by hand meanwhile.
    uncommitted(repository, commits.left).catch(() => [...commits.left]),
  ])
  return {
    git,
    branch,
    commit,
    follows,
    waiting: commits.waiting > 0 ? { saves: commits.waiting, reason: commits.reason ?? 'git is at work' } : null,
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
