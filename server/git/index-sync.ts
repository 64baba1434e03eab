import type { Blob } from './blobs.ts'
import { type Git, GitError } from './run-git.ts'

/** A file as a tree or an index has it. */
export type Entry = { mode: string; blob: string }
/** What a commit does to a file. */
export type Move = { path: string; mode: string; before: Blob; after: Blob }

/** More paths than this do not fit into one command line. */
export const NAMED_MAX = 1_000

/** How long an index that somebody else has locked is waited for: a `git add` takes a blink. */
const WAITS_MS = [20, 50, 100, 200, 400]

/**
 * Brings the checkout's own index along with a commit that was made beside it; else git would show that commit taken back.
 * What somebody has staged of these files stays staged. False where the index stays locked: then it has to be tried again.
 */
export async function followIndex(git: Git, moves: readonly Move[]): Promise<boolean> {
  for (const waitMs of [...WAITS_MS, undefined]) {
    try {
      await moveUnstaged(git, moves)
      return true
    } catch (error) {
      if (!(error instanceof GitError)) throw error
      if (waitMs !== undefined) await Bun.sleep(waitMs)
    }
  }
  return false
}

async function moveUnstaged(git: Git, moves: readonly Move[]): Promise<void> {
  const format = '--format=%(objectmode) %(objectname)%x09%(path)'
  const paths = moves.length > NAMED_MAX ? [] : ['--', ...moves.map(({ path }) => path)]
  const staged = entriesIn(await git(['ls-files', '-z', format, ...paths]))
  const ours = moves.filter(({ path, before }) => (staged.get(path)?.blob ?? null) === before)
  if (ours.length > 0) await git(['update-index', '-z', '--index-info'], { input: ours.map(indexLine).join('') })
}

/** A line for `git update-index --index-info`; mode 0 takes the file out. */
const indexLine = ({ path, mode, after }: Move) =>
  after === null ? `0 ${'0'.repeat(40)}\t${path}\0` : `${mode} ${after}\t${path}\0`

/** Reads lines like `100644 3f786850e387…\tcontent/posts/x.md`. */
export const entriesIn = (listed: string): Map<string, Entry> =>
  new Map(
    listed
      .split('\0')
      .filter(Boolean)
      .map((line) => {
        const [facts = '', path = ''] = line.split('\t')
        const [mode = '', blob = ''] = facts.split(' ')
        return [path, { mode, blob }]
      }),
  )
