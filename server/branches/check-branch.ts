import type { BranchProblem } from '#contract/branches.ts'
import type { Problem } from '#server/content/files/errors.ts'
import { hasText, problemsInFile } from '#server/content/lint.ts'
import { siteUrls } from '#server/content/text-problems.ts'
import type { PastContent } from '#server/time-machine/past-content.ts'

type Sides = {
  /** The live content, and the same with the branch. */
  live: PastContent
  merged: PastContent
  /** The changed paths in the content folder. */
  files: readonly string[]
  /** The changed paths in `storage/public`, and whether they are there with the branch. */
  stored: ReadonlyMap<string, boolean>
  /** Unknown: stored files are not checked. */
  storageDir: string | undefined
}

/** Read by one git process, and checked without a pause. */
const BATCH_FILES = 20

/**
 * What `content:check` finds with the branch and not without it, except what only rendering knows: in the files that it changes, and
 * in all others where it removes a page or a stored file.
 */
export async function checkBranch({ live, merged, files, stored, storageDir }: Sides): Promise<BranchProblem[]> {
  const changed = new Set(files)
  const urls = siteUrls(merged.snapshot, storageDir, stored)
  const before = siteUrls(live.snapshot, storageDir)
  const known = new Set(live.snapshot.problems.map(keyOf))
  const problems = merged.snapshot.problems.filter((one) => changed.has(one.file) || !known.has(keyOf(one)))
  const isRemoving =
    [...before.pages].some((path) => !urls.has(path)) || [...stored.values()].some((isThere) => !isThere)
  const checked = [...merged.files]
    .filter(([file, { loaded }]) => (isRemoving || changed.has(file)) && hasText(loaded.decoded))
    .map(([file, { loaded }]) => ({ file, decoded: loaded.decoded }))
  for (let at = 0; at < checked.length; at += BATCH_FILES) {
    const batch = checked.slice(at, at + BATCH_FILES)
    const texts = await merged.read(batch.map(({ file }) => file))
    for (const [index, one] of batch.entries()) {
      const read = { ...one, path: one.file, read: () => texts[index] }
      const found = problemsInFile(read, { snapshot: merged.snapshot, urls })
      const old = changed.has(one.file)
        ? new Set<string>()
        : new Set(problemsInFile(read, { snapshot: live.snapshot, urls: before }).map(keyOf))
      problems.push(...found.filter((problem) => !old.has(keyOf(problem))))
    }
    await new Promise(setImmediate)
  }
  return problems.map(({ file, line, reason, severity }) => ({ file, line, reason, severity })).sort(errorsFirst)
}

/** The lines of a file may have moved. */
const keyOf = ({ file, reason }: Problem) => `${file}\0${reason}`

const errorsFirst = (one: BranchProblem, other: BranchProblem) =>
  one.severity === other.severity
    ? one.file.localeCompare(other.file) || one.line - other.line
    : one.severity === 'error'
      ? -1
      : 1
