import { buildSnapshot } from '#server/content/build-snapshot.ts'
import { type ContentFolder, createContentFolder } from '#server/content/content-folder.ts'
import { ContentFileError } from '#server/content/file-error.ts'
import { fileText } from '#server/content/file-text.ts'
import { type Files, readAll } from '#server/content/loaded-files.ts'
import type { Problem } from '#server/content/problem.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { InvalidContentFolderError } from '#server/content/unusable.ts'

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

function snapshotOf(dir: string, files: Files): Snapshot | undefined {
  try {
    return buildSnapshot(dir, files)
  } catch (error) {
    if (error instanceof InvalidContentFolderError) return undefined
    throw error
  }
}

/** One after the other: ten thousand of them at once would fill the memory. */
function* textsOf(folder: ContentFolder, files: Files, snapshot: Snapshot | undefined): Generator<CheckedText> {
  for (const [file, { holds }] of files) {
    if (holds?.kind === 'legal') yield { file, text: holds.text }
    if (holds?.kind !== 'posts' || snapshot?.posts.get(holds.post.id) !== holds.post) continue
    const text = textNow(folder, file)
    if (text !== undefined) yield { file, text, post: holds.post }
  }
}

function textNow(folder: ContentFolder, file: string): string | undefined {
  try {
    const bytes = folder.readNow(file)
    return bytes && fileText(bytes)
  } catch (error) {
    if (error instanceof ContentFileError) return undefined
    throw error
  }
}
