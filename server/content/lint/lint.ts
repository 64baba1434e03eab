import { buildSnapshot, type LoadedFiles } from '#server/content/build-snapshot.ts'
import { fileText } from '#server/content/content-file.ts'
import { type ContentFolder, createContentFolder } from '#server/content/content-folder.ts'
import { InvalidContentFolderError, ifValid, type Problem } from '#server/content/errors.ts'
import { readAll } from '#server/content/loaded-files.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { bodyProblems } from './check-body.ts'
import { siteMap } from './link-targets.ts'

export type LintOptions = {
  /** The content folder. */
  dir: string
  /** The folder with `public`, which is /storage; without it, stored files are not checked. */
  storageDir?: string | undefined
  /** Called after each file. */
  progress?: (done: number, of: number) => void
}

/**
 * Checks the content folder without starting the server or writing anything: the problems that the running site reports,
 * and those that only reading all texts finds, such as broken links and missing images.
 */
export async function checkContent({ dir, storageDir, progress }: LintOptions) {
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

/** A text with links. */
export type CheckedText = { file: string; text: string; post?: PostEntry }

/** Reads the folder like the server does. Without `site.yml` or `plans.yml` there is no snapshot. */
async function readEverything(dir: string) {
  const folder = createContentFolder(dir)
  const files = await readAll(dir, folder)
  const snapshot = snapshotOf(dir, files)
  const problems: readonly Problem[] = snapshot?.problems ?? [...files.values()].flatMap((loaded) => loaded.problems)
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

/** A generator, because ten thousand texts at once would fill the memory. */
function* textsOf(folder: ContentFolder, files: LoadedFiles, snapshot: Snapshot | undefined): Generator<CheckedText> {
  for (const [file, { decoded }] of files) {
    if (decoded?.kind === 'legal') yield { file, text: decoded.text }
    if (decoded?.kind !== 'posts' || snapshot?.posts.get(decoded.post.id) !== decoded.post) continue
    const bytes = ifValid(() => folder.readNow(file))
    const text = bytes && ifValid(() => fileText(bytes))
    if (text !== undefined) yield { file, text, post: decoded.post }
  }
}
