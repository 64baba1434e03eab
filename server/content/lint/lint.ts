import type { Problem } from '#server/content/problem.ts'
import { bodyProblems } from './body.ts'
import { siteMap } from './link-targets.ts'
import { readEverything } from './load-all-content.ts'

export type CheckDeps = {
  /** The content folder. */
  dir: string
  /** The folder of stored files, whose `public` is /storage; without it nobody can say which of them exist. */
  storageDir?: string | undefined
  /** Told now and then how many files are done. */
  progress?: (done: number, of: number) => void
}

/**
 * Everything that can be said about the content folder without starting the server or writing anything: what the running
 * site says, and what only shows when the texts are read: links that lead nowhere, pictures that are not there.
 */
export async function checkContent({ dir, storageDir, progress }: CheckDeps) {
  const { files, snapshot, problems, texts } = await readEverything(dir)
  const found = [...problems]
  if (snapshot) {
    const map = siteMap(snapshot, storageDir)
    let done = 0
    for (const text of texts()) {
      found.push(...bodyProblems(dir, text, map))
      progress?.(++done, files)
    }
  }
  return { problems: found.sort(byPlace), files }
}

const byPlace = (one: Problem, other: Problem) =>
  one.file === other.file ? one.line - other.line || one.column - other.column : one.file < other.file ? -1 : 1
