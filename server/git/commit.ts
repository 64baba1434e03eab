import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { mergeTexts } from '#server/lib/merge3.ts'
import {
  type CommitFile,
  type CommitMessage,
  importCommits,
  isOnDisk,
  matchesBlob,
  readBlobs,
  withLineFeeds,
} from './objects.ts'
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

/** A file before and after a save; `null`: there is none. */
export type FileChange = {
  path: string
  before: Uint8Array | null
  after: Uint8Array | null
  /** Its contents before and after later saves of the queue. */
  later: readonly Uint8Array[]
}

/**
 * What a commit does with a change: nothing, commit `after`, merge it into the committed file, or leave the file
 * uncommitted. `superseded`: a newer version is committed already.
 */
export type CarryOver = 'nothing' | 'after' | 'merge' | 'left' | 'superseded'

/**
 * Decides how a change is committed, given git's id of the committed file. Where that is not the file before the change, the
 * working tree had another person's uncommitted work, and only the change itself is carried over.
 */
export function carryOver({ before, after, later }: FileChange, head: string | undefined): CarryOver {
  if (isSame(after, head)) return 'nothing'
  if (isSame(before, head) || after === null) return 'after'
  if (later.some((bytes) => isSame(bytes, head))) return 'superseded'
  return head === undefined || before === null ? 'left' : 'merge'
}

const isSame = (bytes: Uint8Array | null, head: string | undefined) =>
  bytes === null || head === undefined ? bytes === null && head === undefined : matchesBlob(bytes, head)

/** The committed form of `after`, with the line ends that the committed file has. */
export function committedBytes({ before, after }: FileChange, head: string | undefined): Uint8Array | null {
  const isNormalized = before !== null && head !== undefined && matchesBlob(withLineFeeds(before), head)
  return after && isNormalized ? withLineFeeds(after) : after
}

/** Applies the change from `before` to `after` to the committed bytes. `undefined`: conflict. */
export function mergedBytes({ before, after }: FileChange, head: Uint8Array): Uint8Array | undefined {
  if (!before || !after) return
  const [base, mine, theirs] = head.includes(13)
    ? [decode(before), decode(after), decode(head)]
    : [decode(withLineFeeds(before)), decode(withLineFeeds(after)), decode(head)]
  const merged = mergeTexts(withUpdatedOf(mine, base), mine, withUpdatedOf(mine, theirs))
  return merged.conflicts.length > 0 ? undefined : new TextEncoder().encode(merged.text)
}

const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

const UPDATED = /^updated: .*$/m

/** Every save sets `updated`, so two values of it are no conflict. */
function withUpdatedOf(mine: string, text: string): string {
  const updated = UPDATED.exec(frontMatterOf(mine))?.[0]
  const head = frontMatterOf(text)
  return updated === undefined ? text : head.replace(UPDATED, () => updated) + text.slice(head.length)
}

const frontMatterOf = (text: string) => (text.startsWith('---') ? text.slice(0, text.indexOf('\n---', 3) + 1) : '')

/** A file in a tree or an index. */
export type Entry = { mode: string; blob: string }
/** What a commit changes in the index: git's ids of a file before and after; `null`: there is no file. */
export type IndexChange = { path: string; mode: string; before: string | null; after: string | null }

/** More paths may not fit into one command line. */
export const NAMED_MAX = 1_000

/** Delays while the index is locked; `git add` holds the lock for milliseconds. */
const WAITS_MS = [20, 50, 100, 200, 400]

/**
 * Updates the checkout's own index after a commit that was built beside it. Staged changes of these files stay staged.
 * Returns false where the index stays locked: then it has to be tried again.
 */
export async function followIndex(git: Git, changes: readonly IndexChange[]): Promise<boolean> {
  for (const waitMs of [...WAITS_MS, undefined]) {
    try {
      await updateUnstaged(git, changes)
      return true
    } catch (error) {
      if (!(error instanceof GitError)) throw error
      if (waitMs !== undefined) await Bun.sleep(waitMs)
    }
  }
  return false
}

async function updateUnstaged(git: Git, changes: readonly IndexChange[]): Promise<void> {
  const format = '--format=%(objectmode) %(objectname)%x09%(path)'
  const paths = changes.length > NAMED_MAX ? [] : ['--', ...changes.map(({ path }) => path)]
  const staged = entriesIn(await git(['ls-files', '-z', format, ...paths]))
  const unstaged = changes.filter(({ path, before }) => (staged.get(path)?.blob ?? null) === before)
  if (unstaged.length === 0) return
  await git(['update-index', '-z', '--index-info'], { input: unstaged.map(indexLine).join('') })
}

/** Mode 0 removes the file. */
const indexLine = ({ path, mode, after }: IndexChange) =>
  after === null ? `0 ${'0'.repeat(40)}\t${path}\0` : `${mode} ${after}\t${path}\0`

/** Parses lines like `100644 3f786850e387…\tcontent/posts/x.md`. */
export function entriesIn(listed: string): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  for (const line of listed.split('\0').filter(Boolean)) {
    const [facts = '', path = ''] = line.split('\t')
    const [mode = '', blob = ''] = facts.split(' ')
    entries.set(path, { mode, blob })
  }
  return entries
}
