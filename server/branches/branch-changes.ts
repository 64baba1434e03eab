import { BRANCH_FILES_MAX } from '#contract/limits.ts'
import type { Branch } from '#server/git/branches.ts'
import type { IsAllowed } from '#server/git/fast-forward.ts'
import { MergeConflictError, mergeCommits } from '#server/git/merge-commits.ts'
import type { Author } from '#server/git/plain-state.ts'
import type { Repository } from '#server/git/runner/repository.ts'
import { type Git, GitError } from '#server/git/runner/run-git.ts'
import { changesBetween, type TreeChange } from '#server/git/tree-changes.ts'

/** A branch compared with the commit from which it began. */
export type BranchChanges = {
  base: string | undefined
  changes: readonly TreeChange[]
  /** The paths that the site does not merge. */
  rejected: readonly string[]
}

/** A branch merged into the live one, beside the checkout. */
export type Merged =
  | { commit: string; changes: readonly TreeChange[] }
  /** A person has to decide, or it cannot be merged here for this reason. */
  | { conflicts: readonly string[] }
  | { reason: string }

const TOO_MANY = `It changes more than ${BRANCH_FILES_MAX} files. Split it into smaller branches, or merge it in git.`
const UNRELATED = 'It has no commit in common with the live branch. Make the branch from the live one.'

/** What a branch changes, by itself. Throws `GitError`. */
export async function changesOf(
  { git }: Repository,
  isAllowed: IsAllowed,
  head: string,
  { tip }: Pick<Branch, 'tip'>,
): Promise<BranchChanges> {
  const base = await mergeBase(git, head, tip)
  const changes = base === undefined ? [] : await changesBetween(git, base, tip)
  const rejected = changes.filter((change) => !isAllowed(change)).map(({ path }) => path)
  return { base, changes, rejected }
}

const mergeBase = (git: Git, one: string, other: string): Promise<string | undefined> =>
  git(['merge-base', one, other]).catch((error) => {
    if (error instanceof GitError && error.code === 1) return undefined
    throw error
  })

export type MergeMessage = {
  subject: string
  author: Author
  at?: number
  /** What a person has made of files with conflicts. */
  resolved?: ReadonlyMap<string, Uint8Array>
}

/** Merges a branch as the site merges what is pushed to the live one, into a commit that no branch contains. Throws `GitError`. */
export async function mergeBranch(
  { repository, isReadable }: { repository: Repository; isReadable(path: string, bytes: Uint8Array): boolean },
  head: string,
  { tip }: Pick<Branch, 'tip'>,
  { base, changes }: BranchChanges,
  message: MergeMessage,
): Promise<Merged> {
  if (base === undefined) return { reason: UNRELATED }
  if (changes.length > BRANCH_FILES_MAX) return { reason: TOO_MANY }
  try {
    const commit = await mergeCommits(repository, { head, theirs: tip, base, isReadable, ...message })
    return { commit, changes: await changesBetween(repository.git, head, commit) }
  } catch (error) {
    if (!(error instanceof MergeConflictError)) throw error
    return { conflicts: error.files }
  }
}
