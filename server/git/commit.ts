import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { carryOver, committedBytes, type FileChange, mergedBytes } from './carry-over.ts'
import { type Entry, entriesIn, type IndexChange, NAMED_MAX } from './index-sync.ts'
import { type CommitFile, type CommitMessage, importCommits, isOnDisk, readBlobs } from './objects.ts'
import type { Repository } from './repository.ts'
import { type Git, GitError } from './run-git.ts'

/**
 * `left`: files whose change could not be told apart from another person's uncommitted work; they are not in the commit.
 * `indexChanges`: the changes that the checkout's own index has to follow.
 */
export type Committed = { commit: string | undefined; left: readonly string[]; indexChanges: readonly IndexChange[] }

/** How often HEAD may move under a commit before it is put off. */
const ATTEMPTS = 5

/**
 * Commits exactly these changes on the branch that is checked out, whatever else is changed or staged in the checkout: the
 * commit is built beside it. One `git status` and one `git fast-import` for any number of files, and two more commands in
 * rare cases. Runs no hooks. Throws `GitError`; then there is no commit, and it can be tried again.
 */
export async function commit(
  repository: Repository,
  git: Git,
  message: CommitMessage,
  changes: readonly FileChange[],
): Promise<Committed> {
  await assertNoMerge(repository)
  for (let attempt = 1; ; attempt++) {
    const base = await readBase(repository, git, changes.map(pathOf))
    const { files, newer, left, indexChanges } = await planCommit(repository, git, base, changes)
    if (files.length === 0) return { commit: undefined, left, indexChanges }
    const commits = [{ ...message, files }]
    if (newer.length > 0)
      commits.push({ ...message, subject: `Keep the newer version after: ${message.subject}`, files: newer })
    try {
      return { commit: await importCommits(git, base.head, commits), left, indexChanges }
    } catch (error) {
      if (attempt === ATTEMPTS || (await headOf(git)) === base.head) throw error
    }
  }
}

const pathOf = ({ path }: FileChange) => path

/** A merge or rebase in progress would lose our commit, or the commit would end up in the middle of it. */
async function assertNoMerge({ gitFolder }: Repository): Promise<void> {
  const exists = (name: string) =>
    access(join(gitFolder, name)).then(
      () => true,
      () => false,
    )
  for (const name of ['MERGE_HEAD', 'rebase-merge', 'rebase-apply', 'CHERRY_PICK_HEAD', 'REVERT_HEAD']) {
    if (await exists(name)) throw new GitError('commit', 'a merge or rebase is in progress in this checkout')
  }
}

/** `undefined`: a branch without commits. Throws `GitError` where git cannot tell. */
export const headOf = (git: Git): Promise<string | undefined> =>
  git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']).catch((error) => {
    if (error instanceof GitError && error.code === 1) return undefined
    throw error
  })

/** The commit that is checked out, and the files of a change in it. */
type Base = { head: string | undefined; entries: ReadonlyMap<string, Entry>; ignored: ReadonlySet<string> }

const STATUS =
  'status --porcelain=v2 --branch -z --no-renames --no-ahead-behind --untracked-files=all --ignore-submodules=all'.split(
    ' ',
  )

/**
 * `git status` lists the files that differ from HEAD, as files of a save do. It leaves out ignored files, and files that
 * are the same again by now: two more commands look for these.
 */
async function readBase(repository: Repository, git: Git, paths: readonly string[]): Promise<Base> {
  const listed = await git([...STATUS, ...pathArguments(paths)])
  const entries = new Map<string, Entry>()
  const found = new Set<string>()
  let head: string | undefined
  for (const line of listed.split('\0')) {
    head ??= HEAD.exec(line)?.[1]
    const [, mode = '', blob = '', changed] = TRACKED.exec(line) ?? []
    const path = changed ?? UNTRACKED.exec(line)?.[1]
    if (path === undefined) continue
    found.add(path)
    if (changed !== undefined && mode !== NO_MODE) entries.set(path, { mode, blob })
  }
  const others = paths.filter((path) => !found.has(path))
  if (head && others.length > 0) {
    for (const [path, entry] of await entriesAt(git, head, others)) entries.set(path, entry)
  }
  return { head, entries, ignored: await repository.ignored(others.filter((path) => !entries.has(path))) }
}

/** `(initial)` on a branch without commits. */
const HEAD = /^# branch\.oid ([0-9a-f]+)$/
/** `1 XY sub mode-in-HEAD mode-in-index mode-on-disk id-in-HEAD id-in-index path` */
const TRACKED = /^1 \S+ \S+ (\d+) \d+ \d+ ([0-9a-f]+) [0-9a-f]+ (.+)$/s
const UNTRACKED = /^\? (.+)$/s
const NO_MODE = '000000'

const pathArguments = (paths: readonly string[]) => (paths.length > NAMED_MAX ? [] : ['--', ...paths])

/** These files in a commit. Throws `GitError`. */
export async function entriesAt(git: Git, commit: string, paths: readonly string[]): Promise<Map<string, Entry>> {
  const list = ['ls-tree', '-r', '-z', '--full-tree', '--format=%(objectmode) %(objectname)%x09%(path)', commit]
  return entriesIn(await git([...list, ...pathArguments(paths)]))
}

/** `newer`: newer versions that other commits have put in place of ours; a second commit restores them. */
type Plan = { files: CommitFile[]; newer: CommitFile[]; left: string[]; indexChanges: IndexChange[] }

async function planCommit(
  { idOf, root }: Repository,
  git: Git,
  { entries, ignored }: Base,
  changes: readonly FileChange[],
): Promise<Plan> {
  const plan: Plan = { files: [], newer: [], left: [], indexChanges: [] }
  const merging: { change: FileChange; entry: Entry }[] = []
  const add = (path: string, { mode, blob }: Partial<Entry> = {}, bytes: Uint8Array | null) => {
    const indexChange = { path, mode: mode ?? '100644', before: blob ?? null, after: bytes && idOf(bytes) }
    if (indexChange.before === indexChange.after) return
    plan.files.push({ path, mode: indexChange.mode, bytes })
    plan.indexChanges.push(indexChange)
  }
  for (const change of changes) {
    const { path, before } = change
    const entry = entries.get(path)
    if (ignored.has(path)) continue
    const outcome = carryOver(change, entry?.blob)
    const isUnclear = outcome === 'merge' || outcome === 'left'
    const fate = isUnclear && (await isOnDisk(root, path, entry?.blob)) ? 'superseded' : outcome
    if (fate === 'after') add(path, entry, committedBytes(change, entry?.blob))
    else if (fate === 'merge' && entry) merging.push({ change, entry })
    else if (fate === 'left') plan.left.push(path)
    else {
      if (fate === 'superseded' && entry) {
        plan.files.push({ path, mode: entry.mode, bytes: committedBytes(change, entry.blob) })
        plan.newer.push({ path, ...entry, bytes: null })
      }
      // Committed before a crash, perhaps, that came before the index had followed.
      const mode = entry?.mode ?? '100644'
      plan.indexChanges.push({ path, mode, before: before && idOf(before), after: entry?.blob ?? null })
    }
  }
  const heads = await readBlobs(
    git,
    merging.map(({ entry }) => entry.blob),
  )
  for (const { change, entry } of merging) {
    const bytes = heads.get(entry.blob)
    const merged = bytes && mergedBytes(change, bytes)
    if (merged) add(change.path, entry, merged)
    else plan.left.push(change.path)
  }
  return plan
}
