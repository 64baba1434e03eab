import { type Git, GitError } from './run-git.ts'

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
