import { randomBytes } from 'node:crypto'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { isOnDisk, readBlobs } from './blobs.ts'
import { carryOver, committedBytes, type FileChange, mergedBytes } from './carry-over.ts'
import { type CommitFile, importCommit, type NewCommit, oneLine } from './import-commit.ts'
import { type Entry, entriesIn, type Move, NAMED_MAX } from './index-sync.ts'
import type { Repository } from './repository.ts'
import { type Git, GitError } from './run-git.ts'

export type Author = { name: string; email: string }
/** A save that becomes one commit. */
export type Save = {
  /** First line: `post: update "How to plan a bake"`. */
  subject: string
  /** Trailers: `Content-Id`, `Via`. */
  trailers: Readonly<Record<string, string>>
  author: Author
  /** ISO 8601. */
  at: string
}
/**
 * `left`: files whose change could not be told apart from another person's uncommitted work; they are not in the commit.
 * `moved`: what the checkout's own index has to follow.
 */
export type Committed = { commit: string | undefined; left: readonly string[]; moved: readonly Move[] }

/** How often HEAD may move under a commit before we wait. */
const ATTEMPTS = 5
const NOTHING = '0'.repeat(40)
/** Where commits stand for the blink before they become HEAD. */
const OUR_REFS = 'refs/saves/'

/**
 * Makes one commit of exactly these changes on the branch that is checked out, whatever else is changed or staged in the
 * checkout: it is built beside it. Runs no hooks. Throws `GitError`; then there is no commit, and it can be tried again.
 */
export async function commit(repository: Repository, save: Save, changes: readonly FileChange[]): Promise<Committed> {
  await refuseInTheMiddle(repository)
  for (let attempt = 1; ; attempt++) {
    const head = await headOf(repository.git)
    const made = await commitOn(repository, { ...save, changes }, head)
    if (!made.commit) return made
    try {
      await repository.git(['update-ref', '-m', `commit: ${oneLine(save.subject)}`, '--stdin'], {
        input: `update HEAD ${made.commit} ${head ?? NOTHING}\ndelete ${made.ref}\n`,
      })
      return made
    } catch (error) {
      await repository.git(['update-ref', '-d', made.ref]).catch(() => '')
      if (attempt === ATTEMPTS || (await headOf(repository.git)) === head) throw error
    }
  }
}

/** Takes away what a crash in that blink left. */
export async function tidyRefs({ git }: Repository): Promise<void> {
  const left = (await git(['for-each-ref', '--format=%(refname)', OUR_REFS])).split('\n').filter(Boolean)
  for (const ref of left) await git(['update-ref', '-d', ref])
}

/** A merge or rebase under way would lose our commit, or we would end up in the middle of it. */
async function refuseInTheMiddle({ gitFolder }: Repository): Promise<void> {
  for (const name of ['MERGE_HEAD', 'rebase-merge', 'rebase-apply', 'CHERRY_PICK_HEAD', 'REVERT_HEAD']) {
    if (await isThere(join(gitFolder, name)))
      throw new GitError('commit', 'somebody is in the middle of a merge or rebase in this checkout')
  }
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** `undefined`: a branch without commits. Throws `GitError` where git cannot say. */
export const headOf = (git: Git): Promise<string | undefined> =>
  git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']).catch((error) => {
    if (error instanceof GitError && error.code === 1) return undefined
    throw error
  })

type Planned = { file: CommitFile; move: Move }

async function commitOn(
  repository: Repository,
  { changes, ...save }: Save & { changes: readonly FileChange[] },
  head: string | undefined,
) {
  const { git, idOf, root } = repository
  const entries = await entriesAt(git, head, changes)
  const ignored = await repository.ignored(changes.map(pathOf).filter((path) => !entries.has(path)))
  const known: Move[] = []
  const left: string[] = []
  const merging: FileChange[] = []
  const planned: Planned[] = []
  const superseded: Superseded[] = []
  const plan = (path: string, bytes: Uint8Array | null) => {
    const { blob = null, mode = '100644' } = entries.get(path) ?? {}
    const move = { path, mode, before: blob, after: bytes && idOf(bytes) }
    if (move.before !== move.after) planned.push({ file: { path, mode, bytes }, move })
  }
  for (const change of changes) {
    const { path, before } = change
    const entry = entries.get(path)
    const outcome = ignored.has(path) ? 'ignored' : carryOver(change, entry?.blob)
    const isUnclear = outcome === 'merge' || outcome === 'left'
    const fate = isUnclear && (await isOnDisk(root, path, entry?.blob)) ? 'superseded' : outcome
    if (fate === 'after') plan(path, committedBytes(change, entry?.blob))
    else if (fate === 'superseded' && entry)
      superseded.push({ path, mode: entry.mode, bytes: committedBytes(change, entry.blob), newer: entry.blob })
    else if (fate === 'merge') merging.push(change)
    else if (fate === 'left') left.push(path)
    // Committed before a crash, perhaps, that came before the index had followed.
    if (fate === 'nothing' || fate === 'superseded')
      known.push({ path, mode: entry?.mode ?? '100644', before: before && idOf(before), after: entry?.blob ?? null })
  }
  const heads = await readBlobs(
    git,
    merging.map(({ path }) => entries.get(path)?.blob ?? ''),
  )
  for (const change of merging) {
    const bytes = heads.get(entries.get(change.path)?.blob ?? '')
    const merged = bytes && mergedBytes(change, bytes)
    if (merged) plan(change.path, merged)
    else left.push(change.path)
  }
  const ref = `${OUR_REFS}${randomBytes(6).toString('hex')}`
  const moves = planned.map(({ move }) => move)
  const files = [...planned.map(({ file }) => file), ...superseded]
  if (files.length === 0) return { commit: undefined, left, moved: known, ref }
  const made = await importCommit(git, { ...save, ref, parent: head, files })
  const commit = superseded.length > 0 ? await commitNewer(git, { ...save, ref, parent: made }, superseded) : made
  return { commit, left, moved: [...moves, ...known], ref }
}

/** A version that another person's commit has replaced before its own was made, and git's id of the newer one. */
type Superseded = CommitFile & { newer: string }

/** Puts the newer versions back, so that the older ones are in the history and nothing else changes. */
const commitNewer = (git: Git, save: Omit<NewCommit, 'files'>, superseded: readonly Superseded[]): Promise<string> =>
  importCommit(git, {
    ...save,
    subject: `Keep the newer version after: ${save.subject}`,
    files: superseded.map(({ path, mode, newer }) => ({ path, mode, bytes: null, blob: newer })),
  })

/** What these files are in a commit. */
async function entriesAt(
  git: Git,
  head: string | undefined,
  changes: readonly FileChange[],
): Promise<Map<string, Entry>> {
  if (!head) return new Map()
  const paths = changes.length > NAMED_MAX ? [] : ['--', ...changes.map(pathOf)]
  const list = ['ls-tree', '-r', '-z', '--full-tree', '--format=%(objectmode) %(objectname)%x09%(path)']
  return entriesIn(await git([...list, head, ...paths]))
}
const pathOf = ({ path }: FileChange) => path
