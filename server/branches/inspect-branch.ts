import { join } from 'node:path'
import type { BranchProblem } from '#contract/branches.ts'
import { isPicture, isSvg } from '#server/content/files/post-names.ts'
import type { Branch } from '#server/git/branches.ts'
import type { Checkout } from '#server/git/checkout.ts'
import { prefixOf } from '#server/git/runner/repository.ts'
import type { TreeChange } from '#server/git/tree-changes.ts'
import { DomainError } from '#server/lib/errors.ts'
import { isSafePath } from '#server/storage/files.ts'
import type { TimeMachine } from '#server/time-machine/time-machine.ts'
import { type BranchChanges, changesOf, type Merged, type MergeMessage, mergeBranch } from './branch-changes.ts'
import { checkBranch } from './check-branch.ts'

type InspectDeps = {
  checkout: NonNullable<Checkout>
  /** The folder of `public`. */
  storageDir: string
  timeMachine: Pick<TimeMachine, 'read'>
}

/** A branch merged into the live one, and what its checks found. `reason`: why it cannot be checked. */
type Checked = { problems: readonly BranchProblem[]; reason: string | null }
type Known = { changes: BranchChanges; merged?: Merged; checked?: Checked }
export type Inspected = { changes: BranchChanges; merged: Merged; checked: Checked }

const KNOWN_MAX = 100
const REGULAR_FILES = ['100644', '100755']
const UNCHECKED: Checked = { problems: [], reason: null }

/** Compares, merges and checks branches, each step once for a live commit and a tip. All functions throw `GitError`. */
export function createInspection({ checkout, storageDir, timeMachine }: InspectDeps) {
  const { repository, prefix, merging } = checkout
  const known = new Map<string, Known>()
  const publicPrefix = () => prefixOf(repository, join(storageDir, 'public'))

  /** Branches whose commits it gave are in no list: what a branch changes depends on both commits alone. */
  async function compare(head: string, branch: Branch): Promise<Known> {
    const key = `${head} ${branch.tip}`
    const found = known.get(key) ?? { changes: await changesOf(repository, await merging.isAllowed(), head, branch) }
    known.delete(key)
    known.set(key, found)
    for (const oldest of [...known.keys()].slice(0, -KNOWN_MAX)) known.delete(oldest)
    return found
  }

  const mergeAs = async (head: string, branch: Branch, message: MergeMessage): Promise<Merged> => {
    const { changes } = await compare(head, branch)
    return mergeBranch({ repository, isReadable: merging.isReadable }, head, branch, changes, message)
  }

  /** Merges the branch for its preview: the same commit each time. */
  async function merge(head: string, branch: Branch): Promise<Merged> {
    const found = await compare(head, branch)
    found.merged ??= await mergeAs(head, branch, { subject: 'Preview', author: merging.author(), at: 0 })
    return found.merged
  }

  /** The paths in the content folder. */
  const inContent = (changes: readonly TreeChange[]) =>
    changes.flatMap(({ path }) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []))

  /** Changes of stored files, with their paths in `storage/public`. */
  async function storedIn(changes: readonly TreeChange[]): Promise<TreeChange[]> {
    const place = await publicPrefix()
    const found = changes.filter(({ path }) => place !== undefined && path.startsWith(place))
    return found.map((change) => ({ ...change, path: change.path.slice(place?.length) }))
  }

  /** Whether changed stored files are there then, by their paths. */
  const isStored = async (changes: readonly TreeChange[]) =>
    new Map((await storedIn(changes)).map(({ path, mode }) => [path, Number(mode) !== 0]))

  /** Git's ids of added and changed images in `storage/public`, by their paths there. */
  async function storedImages(changes: readonly TreeChange[]): Promise<Map<string, string>> {
    const isShown = ({ path, mode }: TreeChange) =>
      REGULAR_FILES.includes(mode) && isSafePath(path) && isPicture(path) && !isSvg(path)
    return new Map((await storedIn(changes)).filter(isShown).map(({ path, blob }) => [path, blob]))
  }

  /** Checks a commit that contains the live one. */
  async function check(head: string, commit: string, changes: readonly TreeChange[]): Promise<Checked> {
    try {
      const [live, merged] = [await timeMachine.read(head), await timeMachine.read(commit)]
      const sides = { live, merged, files: inContent(changes), stored: await isStored(changes), storageDir }
      return { problems: await checkBranch(sides), reason: null }
    } catch (error) {
      // The content of the commit cannot be shown.
      if (error instanceof DomainError) return { problems: [], reason: error.message }
      throw error
    }
  }

  return {
    compare,
    merge,
    mergeAs,
    read: timeMachine.read,
    inContent,
    storedImages,
    check,
    /** Whether the branch changes something that the site shows. */
    async changesContent(head: string, branch: Branch): Promise<boolean> {
      const { base, changes } = (await compare(head, branch)).changes
      return base === undefined || inContent(changes).length > 0 || (await storedIn(changes)).length > 0
    },
    async inspect(head: string, branch: Branch): Promise<Inspected> {
      const found = await compare(head, branch)
      const merged = await merge(head, branch)
      if ('commit' in merged) found.checked ??= await check(head, merged.commit, merged.changes)
      return { changes: found.changes, merged, checked: found.checked ?? UNCHECKED }
    },
  }
}
export type Inspection = ReturnType<typeof createInspection>
