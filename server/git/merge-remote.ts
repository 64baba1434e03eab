import { headOf } from './commit.ts'
import type { Author } from './import-commit.ts'
import { changesBetween, RemoteRejectedError, refuseExisting, type TreeChange } from './remote-changes.ts'
import type { Repository } from './repository.ts'
import { GitError } from './run-git.ts'

/** What stands between the checkout and the branch that it follows. `files` both changed in the same lines. */
export class Diverged extends Error {
  override name = 'Diverged'
  readonly state = 'diverged'
  readonly files: readonly string[]
  constructor(files: readonly string[]) {
    super(`the same lines were changed here and on the remote: ${files.join(', ')}`)
    this.files = files
  }
}

export type MergeOptions = {
  author: Author
  /** Whether the site takes a change of the remote over (see `allowedChanges`). */
  isAllowed(change: TreeChange): boolean
  /** Of files that both sides changed and git has merged: those nobody could read again. */
  unreadable(files: readonly { path: string; bytes: Uint8Array }[]): readonly string[]
}

/**
 * Brings what the remote branch has into the checkout: a fast-forward, or a merge of which nothing is seen before it is whole
 * and checked. Gives the files that changed in the checkout. Uncommitted work is never touched: where it is in the way, git
 * refuses. Throws `GitError`, `Diverged` and `RemoteRejectedError`; then the checkout is as it was. Nobody may write files meanwhile.
 */
export async function mergeRemote(repository: Repository, upstream: string, options: MergeOptions): Promise<string[]> {
  const { git } = repository
  const { isAllowed } = options
  const [head, theirs] = await Promise.all([
    headOf(git),
    git(['rev-parse', '--verify', '--end-of-options', `${upstream}^{commit}`]),
  ])
  const base = head && (await git(['merge-base', head, theirs]).catch(() => undefined))
  if (base === theirs) return []
  const goal =
    head === undefined || base === head ? theirs : await mergeCommit(repository, { head, theirs, base }, options)
  const changes = await changesBetween(repository, head, goal)
  const rejected = changes.filter((change) => !isAllowed(change))
  if (rejected.length > 0) throw new RemoteRejectedError(rejected.map(({ path }) => path))
  if (head === undefined) await refuseExisting(repository, changes)
  await moveTo(repository, goal)
  return changes.map(({ path }) => path)
}

type Sides = { head: string; theirs: string; base: string | undefined }

async function mergeCommit({ git }: Repository, sides: Sides, { author, unreadable }: MergeOptions): Promise<string> {
  const tree = await mergedTree(git, sides)
  const merged = await bothChanged(git, sides)
  const files = await Promise.all(
    merged.map(async (path) => ({ path, bytes: await git.bytes(['cat-file', 'blob', `${tree}:${path}`]) })),
  )
  const bad = unreadable(files)
  if (bad.length > 0) throw new Diverged(bad)
  const env = {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
  }
  return git(['commit-tree', tree, '-p', sides.head, '-p', sides.theirs, '-m', 'Merge what was pushed meanwhile'], {
    env,
  })
}

async function mergedTree(git: Repository['git'], { head, theirs }: Sides): Promise<string> {
  const merge = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', head, theirs]
  try {
    return (await git(merge)).replaceAll('\0', '')
  } catch (error) {
    // It ends with 1 where there are conflicts, and prints the tree, then their names.
    if (error instanceof GitError && error.code === 1) throw new Diverged(names(error.printed).slice(1))
    throw error
  }
}

/** Files that are new in the merge: on neither side are they as they came out. */
async function bothChanged(git: Repository['git'], { head, theirs, base }: Sides): Promise<string[]> {
  if (!base) return []
  const changed = (side: string) =>
    git(['diff-tree', '-r', '--name-only', '--no-renames', '--diff-filter=M', '-z', base, side]).then(names)
  const [ours, others] = await Promise.all([changed(head), changed(theirs)])
  const known = new Set(others)
  return ours.filter((path) => known.has(path))
}

/**
 * Checkout, index and branch go to `goal`, which is ahead of `head`. Git refuses where uncommitted, untracked or ignored
 * files would be overwritten.
 */
async function moveTo({ git }: Repository, goal: string): Promise<void> {
  const merge = ['merge', '--ff-only', '--no-overwrite-ignore', '--no-autostash', '--no-verify-signatures', '--quiet']
  await git([...merge, '--end-of-options', goal], { env: { GIT_REFLOG_ACTION: 'pull: from the remote' } })
}

const names = (listed: string) => listed.split('\0').filter(Boolean)
