import { buildSnapshot, type LoadedFiles } from '#server/content/build-snapshot.ts'
import { type ContentFolder, createContentFolder } from '#server/content/content-folder.ts'
import { InvalidContentFolderError, ifValid, type Problem } from '#server/content/errors.ts'
import { fileText } from '#server/content/file-text.ts'
import { readAll } from '#server/content/loaded-files.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { bodyProblems } from './check-body.ts'
import { siteMap } from './link-targets.ts'

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

/** A text with links in it, whole: `post` where it is one. */
export type CheckedText = { file: string; text: string; post?: PostEntry }

/** The content folder, as the server would read it. Without `site.yml` or `plans.yml` there is no snapshot. */
export async function readEverything(dir: string) {
  const folder = createContentFolder(dir)
  const files = await readAll(dir, folder)
  const snapshot = snapshotOf(dir, files)
  const problems: readonly Problem[] = snapshot?.problems ?? [...files.values()].flatMap((filed) => filed.problems)
  return { files: files.size, snapshot, problems, texts: () => textsOf(folder, files, snapshot) }
}

function snapshotOf(dir: string, files: LoadedFiles): Snapshot | undefined {
  try {
    return buildSnapshot(dir, files)
  } catch (error) {
    if (error instanceof InvalidContentFolderError) return undefined
    throw error
  }
}

/** One after the other: ten thousand of them at once would fill the memory. */
function* textsOf(folder: ContentFolder, files: LoadedFiles, snapshot: Snapshot | undefined): Generator<CheckedText> {
  for (const [file, { decoded }] of files) {
    if (decoded?.kind === 'legal') yield { file, text: decoded.text }
    if (decoded?.kind !== 'posts' || snapshot?.posts.get(decoded.post.id) !== decoded.post) continue
    const bytes = ifValid(() => folder.readNow(file))
    const text = bytes && ifValid(() => fileText(bytes))
    if (text !== undefined) yield { file, text, post: decoded.post }
  }
}
