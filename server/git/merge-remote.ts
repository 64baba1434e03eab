import { lstat, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { headOf } from './commit.ts'
import type { Author } from './import-commit.ts'
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

/** What a merge does to one file. `mode` is the new one: `000000` deletes it. */
export type TreeChange = { path: string; mode: string }

const NAMED_MAX = 5

/** The remote changes files that the site does not take over. */
export class RemoteRejectedError extends Error {
  override name = 'RemoteRejected'
  readonly state = 'rejected'
  readonly files: readonly string[]
  constructor(files: readonly string[]) {
    const more = files.length > NAMED_MAX ? ` and ${files.length - NAMED_MAX} more` : ''
    super(
      `the remote changes what the site does not take over: ${files.slice(0, NAMED_MAX).join(', ')}${more}. It takes over plain files in the content folder and in storage/public`,
    )
    this.files = files
  }
}

/** What the checkout would change by going from one commit to another. `head` is `undefined` on a branch without commits. */
export async function changesBetween(
  { git }: Repository,
  head: string | undefined,
  goal: string,
): Promise<TreeChange[]> {
  if (head === undefined) return pairs(await git(['ls-tree', '-r', '-z', '--format=%(objectmode)%x00%(path)', goal]), 0)
  return pairs(await git(['diff-tree', '-r', '-z', '--no-renames', '--raw', head, goal]), 1)
}

/** Facts and paths take turns; `at` is where among the facts the mode is. */
function pairs(listed: string, at: number): TreeChange[] {
  const fields = listed.split('\0').filter(Boolean)
  return fields.flatMap((facts, index) =>
    index % 2 === 0 ? [{ mode: facts.split(' ')[at] ?? '', path: fields[index + 1] ?? '' }] : [],
  )
}

/**
 * Says which changes of a remote the site takes over: plain files in these folders that are not in `privateDir`. Links,
 * submodules and executables are none. Folders outside the repository allow nothing.
 */
export async function allowedChanges({ root }: Repository, folders: readonly string[], privateDir: string) {
  const allowed = (await Promise.all(folders.map((folder) => prefixOf(root, folder)))).filter(
    (one) => one !== undefined,
  )
  const denied = await prefixOf(root, privateDir)
  // Some file systems do not tell capitals from small letters.
  const isDenied = (path: string) => denied !== undefined && path.toLowerCase().startsWith(denied.toLowerCase())
  return ({ path, mode }: TreeChange): boolean =>
    (mode === '100644' || mode === '000000') && allowed.some((prefix) => path.startsWith(prefix)) && !isDenied(path)
}

/** `content/`, or an empty text for the root itself; `undefined` for a folder outside. */
export async function prefixOf(root: string, folder: string): Promise<string | undefined> {
  const path = relative(root, await realFolder(folder))
  if (path === '') return ''
  return path === '..' || path.startsWith(`..${sep}`) ? undefined : `${path.split(sep).join('/')}/`
}

/** Of a folder that may not be there yet. */
const realFolder = (folder: string): Promise<string> =>
  realpath(folder).catch(async () => join(await realFolder(join(folder, '..')), folder.split(sep).at(-1) ?? ''))

/** On a branch without commits git overwrites ignored files. Throws `GitError` where any file is there already. */
export async function refuseExisting({ root }: Repository, changes: readonly TreeChange[]): Promise<void> {
  for (const { path } of changes) {
    const found = await lstat(join(root, path)).catch(() => undefined)
    if (found) throw new GitError('merge', `the remote has ${path}, and a file of this name is here in no commit`)
  }
}
