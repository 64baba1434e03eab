import type { PublishBranch } from '#contract/branches.ts'
import type { StalePost } from '#contract/posts.ts'
import { branchConflict, resolvedPost } from '#server/blog/branch-conflict.ts'
import { isReadable } from '#server/content/files/decode-file.ts'
import { isPostFile } from '#server/content/files/post-names.ts'
import type { Branch, Branches } from '#server/git/branches.ts'
import type { Checkout } from '#server/git/checkout.ts'
import type { Author } from '#server/git/plain-state.ts'
import { readObjects } from '#server/git/runner/repository.ts'
import { GitError } from '#server/git/runner/run-git.ts'
import { ConflictError, NotFoundError } from '#server/lib/errors.ts'
import type { Inspection } from './inspect-branch.ts'

/** A branch, and its tip as it was shown. */
export type WantedBranch = { name: string; tip: string }
/** What a person has made of posts with conflicts. */
type Resolved = PublishBranch['resolved']
type Found = { head: string; branch: Branch }

/** Saves that come between the check of a branch and its merge. */
const ATTEMPTS_MAX = 3

const INVALID =
  'One of both versions of this post is invalid. Merge the live branch into the branch, and push it again.'
const MOVED = 'The live site has been changed meanwhile. Look at the list again.'
const NO_CONFLICT = 'There is nothing to decide about this file.'
const CHANGED = 'The branch has changed since it was shown. Look at the list again.'
const NOT_ALLOWED = 'The branch changes files that the site does not merge. Take them out of it, or merge it in git.'
const CONFLICTS =
  'The branch and the live site have changed the same lines. Decide between them, or merge the live branch into it and push it again.'
const HAS_ERRORS = 'The checks find errors in the branch. Correct them, and push it again.'
const NO_CHANGE = 'The live site has all changes of the branch already.'
const NOT_REMOVABLE = 'The site does not remove this branch. Remove it where the repository is hosted.'
const NOT_REMOVED =
  'The remote has not removed the branch: it may be protected there. Remove it where the repository is hosted.'

/** The live branch has another commit than the one for which the branch was checked. */
class HeadMovedError extends ConflictError {}

function assertShown({ tip }: Branch, wanted: WantedBranch): void {
  if (tip !== wanted.tip) throw new ConflictError(CHANGED)
}

type PublishDeps = {
  checkout: NonNullable<Checkout>
  inspection: Inspection
  /** Finds the branch and the live commit. Throws `NotFoundError`. */
  find(name: string): Promise<Found>
  /** Why nothing can be published now. */
  waitingFor(): Promise<string | null>
}

/** Makes a merge commit of the live branch and a branch that passes the rules and checks. Throws `ConflictError` for another one. */
export async function publishBranch(
  { checkout, inspection, find, waitingFor }: PublishDeps,
  wanted: WantedBranch & { resolved?: Resolved },
  author: Author,
): Promise<void> {
  async function attempt(): Promise<void> {
    const waiting = await waitingFor()
    if (waiting !== null) throw new ConflictError(waiting)
    const { head, branch } = await find(wanted.name)
    assertShown(branch, wanted)
    const { changes } = await inspection.compare(head, branch)
    if (changes.rejected.length > 0) throw new ConflictError(NOT_ALLOWED)
    const resolved = await resolve(wanted.resolved ?? [], head, branch)
    const message = { subject: `Merge branch '${branch.name}'`, author, resolved }
    const merged = await inspection.mergeAs(head, branch, message)
    if ('reason' in merged) throw new ConflictError(merged.reason)
    if ('conflicts' in merged) throw new ConflictError(CONFLICTS)
    if (merged.changes.length === 0) throw new ConflictError(NO_CHANGE)
    const { problems, reason } = await inspection.check(head, merged.commit, merged.changes)
    if (reason !== null) throw new ConflictError(reason)
    if (problems.some(({ severity }) => severity === 'error')) throw new ConflictError(HAS_ERRORS)
    await checkout.publish(async (now) => {
      if (now !== head) throw new HeadMovedError('The live site has been changed meanwhile. Try again.')
      return merged.commit
    })
  }

  /** The bytes of the files, by their paths in the checkout. */
  async function resolve(resolved: Resolved, head: string, branch: Branch): Promise<Map<string, Uint8Array>> {
    const bytes = new Map<string, Uint8Array>()
    for (const { file, form } of resolved) {
      const { sides, snapshot } = await conflictAt({ checkout, inspection, head, branch, file })
      const text = resolvedPost(sides, form, snapshot)
      if (text === undefined) throw new ConflictError(MOVED)
      bytes.set(checkout.prefix + file, new TextEncoder().encode(text))
    }
    return bytes
  }

  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof HeadMovedError) || attempts === ATTEMPTS_MAX) throw error
    }
  }
}

type ConflictDeps = Pick<PublishDeps, 'checkout' | 'inspection'> & Found & { file: string }

/** The three texts of a post that both have changed. Throws `NotFoundError` where it has no conflict that the site can ask about. */
async function conflictAt({ checkout, inspection, head, branch, file }: ConflictDeps) {
  const { git } = checkout.repository
  const merged = await inspection.merge(head, branch)
  const path = checkout.prefix + file
  const { base } = (await inspection.compare(head, branch)).changes
  const isAsked = 'conflicts' in merged && merged.conflicts.includes(path) && isPostFile(file) && base !== undefined
  const found = isAsked
    ? await readObjects(
        git,
        [base, branch.tip, head].map((commit) => `${commit}:${path}`),
      )
    : []
  const [old, theirs, live] = found.map((object) => object && new TextDecoder().decode(object.bytes))
  if (old === undefined || theirs === undefined || live === undefined) throw new NotFoundError(NO_CONFLICT)
  // The fields of a broken text are unknown.
  const isValid = [old, theirs, live].every((text) => isReadable(file, new TextEncoder().encode(text)))
  if (!isValid) throw new ConflictError(INVALID)
  const { snapshot } = await inspection.read(head)
  return { sides: { file, base: old, branch: theirs, live }, snapshot }
}

/** What a person has to decide about a post. Throws `NotFoundError` and `ConflictError`. */
export async function conflictOf(
  { checkout, inspection, find }: Pick<PublishDeps, 'checkout' | 'inspection' | 'find'>,
  { file, ...wanted }: WantedBranch & { file: string },
): Promise<StalePost> {
  const { head, branch } = await find(wanted.name)
  assertShown(branch, wanted)
  const { sides, snapshot } = await conflictAt({ checkout, inspection, head, branch, file })
  return branchConflict(sides, snapshot)
}

type RemoveDeps = { refs: Branches; fetch(): Promise<void>; find(name: string): Promise<Found> }

/** Deletes a branch on the remote. Throws `ConflictError` where the site may not, or the remote does not. */
export async function removeBranch({ refs, fetch, find }: RemoveDeps, wanted: WantedBranch): Promise<void> {
  const { branch } = await find(wanted.name)
  assertShown(branch, wanted)
  if (!(await refs.isRemovable(branch.name))) throw new ConflictError(NOT_REMOVABLE)
  try {
    await refs.remove(branch)
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    await fetch()
    assertShown((await find(wanted.name)).branch, wanted)
    throw new ConflictError(NOT_REMOVED)
  }
}
