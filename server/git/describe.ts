import type { ContentState, GitSummary } from '#contract/content.ts'
import type { Checkout, CheckoutState } from './checkout.ts'
import { isUncommitted } from './history.ts'
import { mendingSteps } from './mending-steps.ts'
import type { Repository } from './repository.ts'

type Described = Pick<NonNullable<Checkout>, 'repository' | 'state'>

/** How git stands to the content, in a word. */
export function gitSummary(checkout: Pick<Described, 'state'> | undefined): GitSummary {
  if (!checkout) return 'off'
  const { commits, remote } = checkout.state()
  if (remote?.state === 'diverged') return 'diverged'
  return commits.waiting > 0 || remote?.state === 'waiting' ? 'waiting' : 'ok'
}

/** Everything that the dashboard says of git. Never throws: what git does not tell is left out. */
export async function describeCheckout(checkout: Described | undefined): Promise<ContentState> {
  const git = gitSummary(checkout)
  if (!checkout || git === 'off') return { git: 'off' }
  const { repository } = checkout
  const { commits, remote } = checkout.state()
  const [branch, commit, follows, left] = await Promise.all([
    asked(repository, 'symbolic-ref', '--quiet', '--short', 'HEAD'),
    asked(repository, 'rev-parse', '--short=7', '--verify', '--quiet', 'HEAD'),
    remote ? asked(repository, 'rev-parse', '--abbrev-ref', '@{upstream}') : null,
    stillLeft(repository, commits.left),
  ])
  return {
    git,
    branch,
    commit,
    follows,
    waiting: commits.waiting > 0 ? { saves: commits.waiting, reason: commits.reason ?? 'git is at work' } : null,
    left,
    apart: apart(remote, repository.root, follows),
  }
}

const asked = ({ git }: Repository, ...args: string[]): Promise<string | null> =>
  git(args).then(
    (said) => said || null,
    () => null,
  )

/** Somebody may have committed by hand meanwhile. */
async function stillLeft(repository: Repository, files: readonly string[]): Promise<string[]> {
  const asked = files.map(async (file) => ((await isUncommitted(repository, file).catch(() => true)) ? [file] : []))
  return (await Promise.all(asked)).flat()
}

function apart(remote: CheckoutState['remote'], root: string, follows: string | null) {
  if (!remote || remote.state === 'in step') return null
  if (remote.state === 'waiting') return { reason: remote.reason, files: [], steps: [] }
  const files = [...remote.files]
  return { reason: remote.reason, files, steps: follows === null ? [] : mendingSteps(root, follows, files) }
}
