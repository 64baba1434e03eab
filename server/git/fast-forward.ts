import { prefixOf, type Repository } from '#server/git/runner/repository.ts'
import { type Git, GitError } from '#server/git/runner/run-git.ts'
import { undoConversions } from './repair-checkout.ts'
import { adoptEqualFiles, changesBetween, type TreeChange } from './tree-changes.ts'

/** The change is to files that the site does not merge automatically. */
export class RejectedChangeError extends Error {
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

export type IsAllowed = (change: Pick<TreeChange, 'path' | 'mode'>) => boolean

/**
 * Returns a check for the changes that the site merges automatically: plain files in these folders that are not in `privateDir`.
 * Links, submodules and executables are rejected. Folders outside the repository allow nothing.
 */
export async function allowedChanges(
  repository: Repository,
  folders: readonly string[],
  privateDir: string,
): Promise<IsAllowed> {
  const prefixes = await Promise.all(folders.map((folder) => prefixOf(repository, folder)))
  const denied = (await prefixOf(repository, privateDir))?.toLowerCase()
  // Some file systems ignore case.
  const isDenied = (path: string) => denied !== undefined && path.toLowerCase().startsWith(denied)
  return ({ path, mode }) =>
    /^(?:100644|000000)$/.test(mode) &&
    prefixes.some((prefix) => prefix !== undefined && path.startsWith(prefix)) &&
    !isDenied(path)
}

/** The changes from one commit to another. Throws `RejectedChangeError` for those that are not allowed. */
export async function allowedBetween(git: Git, isAllowed: IsAllowed, from: string, to: string): Promise<TreeChange[]> {
  const changes = await changesBetween(git, from, to)
  const rejected = changes.filter((change) => !isAllowed(change))
  if (rejected.length > 0) throw new RejectedChangeError(rejected.map(({ path }) => path))
  return changes
}

const MERGE = ['merge', '--ff-only', '--no-overwrite-ignore', '--no-autostash', '--no-verify-signatures', '--quiet']

/**
 * Moves the checkout to a commit that contains the one that is checked out. Returns the changed files. Git rejects one that would
 * overwrite uncommitted work: then the checkout is unchanged. No save may write files meanwhile. Throws `GitError`.
 */
export async function fastForward(
  repository: Repository,
  goal: string,
  changes: readonly TreeChange[],
): Promise<string[]> {
  await adoptEqualFiles(repository, changes)
  await repository.git([...MERGE, goal])
  await undoConversions(repository, goal, changes)
  return changes.map(({ path }) => path)
}

/** Throws `GitError` where a fast-forward would overwrite uncommitted work. */
export async function assertNoUncommitted(repository: Repository, changes: readonly TreeChange[]): Promise<void> {
  const changed = changes.filter(({ before }) => Number(before) !== 0).map(({ path }) => path)
  const found = await repository.uncommitted(changed)
  if (found.length > 0)
    throw new GitError(
      'merge',
      `these files have changes that are in no commit: ${found.slice(0, NAMED_MAX).join(', ')}`,
    )
}
