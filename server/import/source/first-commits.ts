import { dirname } from 'node:path'
import { openRepository } from '#server/git/runner/repository.ts'
import { GitError } from '#server/git/runner/run-git.ts'
import type { SourceFiles } from './imported.ts'

const TIMEOUT_MS = 60_000
/** Stands before the time of a commit: no path begins with it. */
const MARK = '\u0001'

/**
 * The time of the first commit of each file, where the source is in a git checkout; empty where its history cannot be read, such as
 * in a zip.
 */
export async function readFirstCommits(
  files: SourceFiles,
  wanted: readonly { path: string }[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const [first] = wanted
  if (!first) return found
  const repository = await openRepository(dirname(files.path(first.path)))
  if (!repository) return found
  const byPath = new Map<string, string>()
  for (const { path } of wanted) {
    const known = await repository.pathOf(files.path(path))
    if (known !== undefined) byPath.set(known, path)
  }
  try {
    // There, the oldest commit seems to add every file.
    if ((await repository.git(['rev-parse', '--is-shallow-repository'])) === 'true') return found
    // The newest first: the last time that a file was added is its first commit.
    const log = await repository.git(
      ['log', '--no-renames', '--diff-filter=A', '--name-only', '-z', `--format=${MARK}%aI`, '--'],
      { timeoutMs: TIMEOUT_MS },
    )
    let time = ''
    for (const part of log.split(/[\0\n]+/)) {
      const path = byPath.get(part)
      if (part.startsWith(MARK)) time = part.slice(1)
      else if (path !== undefined) found.set(path, time)
    }
  } catch (error) {
    if (!(error instanceof GitError)) throw error
  }
  return found
}
