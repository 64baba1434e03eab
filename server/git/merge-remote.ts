import { lstat, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { entriesAt, headOf } from './commit.ts'
import { type Author, readBlobs } from './objects.ts'
import type { Repository } from './repository.ts'
import { type Git, GitError } from './run-git.ts'

/** Conflict: both sides changed the same lines of `files`. A person has to merge. */
export class DivergedError extends Error {
  override name = 'DivergedError'
  readonly state = 'diverged'
  readonly files: readonly string[]
  constructor(files: readonly string[]) {
    super(`the same lines were changed here and on the remote: ${files.join(', ')}`)
    this.files = files
  }
}

const NAMED_MAX = 5

/** The remote changes files that the site does not merge by itself. */
export class RemoteRejectedError extends Error {
  override name = 'RemoteRejectedError'
  readonly state = 'rejected'
  readonly files: readonly string[]
  constructor(files: readonly string[]) {
    const more = files.length > NAMED_MAX ? ` and ${files.length - NAMED_MAX} more` : ''
    super(
      `the remote changes files that the site does not merge by itself: ${files.slice(0, NAMED_MAX).join(', ')}${more}. It merges regular files in the content folder and in storage/public`,
    )
    this.files = files
  }
}

/** What a merge does to one file. Mode `000000` deletes it. */
export type TreeChange = { path: string; mode: string; blob: string }

export type MergeOptions = {
  author: Author
  /** Whether the site merges this change of the remote (see `allowedChanges`). */
  isAllowed(change: TreeChange): boolean
  /** Returns those of the files, merged by git from both sides, that are invalid. */
  unreadable(files: readonly { path: string; bytes: Uint8Array }[]): readonly string[]
}

/**
 * Merges the remote branch into the checkout: a fast-forward, or a merge that is built and validated beside it. Returns the
 * files that changed in the checkout. Git rejects a merge that would overwrite uncommitted work. Throws `GitError`,
 * `DivergedError` and `RemoteRejectedError`; then the checkout is unchanged. No save may write files meanwhile.
 */
export async function mergeRemote(repository: Repository, upstream: string, options: MergeOptions): Promise<string[]> {
  const { git } = repository
  const [head, theirs] = await Promise.all([
    headOf(git),
    git(['rev-parse', '--verify', '--end-of-options', `${upstream}^{commit}`]),
  ])
  const base = head && (await git(['merge-base', head, theirs]).catch(() => undefined))
  if (base === theirs) return []
  const goal = head === undefined || base === head ? theirs : await mergeCommit(git, head, theirs, options)
  const changes = await changesBetween(git, head, goal)
  const rejected = changes.filter((change) => !options.isAllowed(change))
  if (rejected.length > 0) throw new RemoteRejectedError(rejected.map(({ path }) => path))
  if (head === undefined) await assertNoFiles(repository, changes)
  const merge = ['merge', '--ff-only', '--no-overwrite-ignore', '--no-autostash', '--no-verify-signatures', '--quiet']
  await git([...merge, '--end-of-options', goal], { env: { GIT_REFLOG_ACTION: 'pull: from the remote' } })
  return changes.map(({ path }) => path)
}

async function mergeCommit(git: Git, head: string, theirs: string, { author, unreadable }: MergeOptions) {
  const tree = await mergedTree(git, head, theirs)
  // Files that both sides changed differ from both in the merged tree.
  const others = new Set((await changesBetween(git, theirs, tree)).map(({ path }) => path))
  const merged = (await changesBetween(git, head, tree)).filter(({ path, mode }) => others.has(path) && mode !== NONE)
  const blobs = await readBlobs(git, [...new Set(merged.map(({ blob }) => blob))])
  const invalid = unreadable(merged.flatMap(({ path, blob }) => ({ path, bytes: blobs.get(blob) ?? new Uint8Array() })))
  if (invalid.length > 0) throw new DivergedError(invalid)
  const env = {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
  }
  return git(['commit-tree', tree, '-p', head, '-p', theirs, '-m', 'Merge remote changes'], { env })
}

async function mergedTree(git: Git, head: string, theirs: string): Promise<string> {
  const merge = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', head, theirs]
  try {
    return (await git(merge)).replaceAll('\0', '')
  } catch (error) {
    // Exit code 1 means conflicts; the output is the tree, then the files.
    if (error instanceof GitError && error.code === 1)
      throw new DivergedError(error.printed.split('\0').filter(Boolean).slice(1))
    throw error
  }
}

const NONE = '000000'

/** The changes of the checkout between two commits or trees. `from` is `undefined` on a branch without commits. */
async function changesBetween(git: Git, from: string | undefined, to: string): Promise<TreeChange[]> {
  if (from === undefined) return [...(await entriesAt(git, to, []))].map(([path, entry]) => ({ path, ...entry }))
  const fields = (await git(['diff-tree', '-r', '-z', '--no-renames', '--raw', from, to])).split('\0').filter(Boolean)
  return fields.flatMap((facts, index) => {
    const [, mode = '', , blob = ''] = facts.split(' ')
    return index % 2 === 0 ? [{ mode, blob, path: fields[index + 1] ?? '' }] : []
  })
}

/**
 * Returns a check for the changes that the site merges by itself: plain files in these folders that are not in `privateDir`.
 * Links, submodules and executables are rejected. Folders outside the repository allow nothing.
 */
export async function allowedChanges({ root }: Repository, folders: readonly string[], privateDir: string) {
  const prefixes = await Promise.all(folders.map((folder) => prefixOf(root, folder)))
  const denied = (await prefixOf(root, privateDir))?.toLowerCase()
  // Some file systems ignore case.
  const isDenied = (path: string) => denied !== undefined && path.toLowerCase().startsWith(denied)
  return ({ path, mode }: TreeChange): boolean =>
    (mode === '100644' || mode === NONE) &&
    prefixes.some((prefix) => prefix !== undefined && path.startsWith(prefix)) &&
    !isDenied(path)
}

/** `content/`, or an empty text for the root itself; `undefined` for a folder outside. */
export async function prefixOf(root: string, folder: string): Promise<string | undefined> {
  const path = relative(root, await realFolder(folder))
  if (path === '') return ''
  return path === '..' || path.startsWith(`..${sep}`) ? undefined : `${path.split(sep).join('/')}/`
}

/** The real path of a folder that may not exist yet. */
const realFolder = (folder: string): Promise<string> =>
  realpath(folder).catch(async () => join(await realFolder(join(folder, '..')), folder.split(sep).at(-1) ?? ''))

/** On a branch without commits, git would overwrite ignored files. */
async function assertNoFiles({ root }: Repository, changes: readonly TreeChange[]): Promise<void> {
  for (const { path } of changes) {
    const found = await lstat(join(root, path)).catch(() => undefined)
    if (found) throw new GitError('merge', `the remote has ${path}, and an uncommitted file with this name exists here`)
  }
}
