import type { ContentFolder } from './content-folder.ts'
import { decodeFile, revisionOf } from './decode-file.ts'
import { ContentFileError, ContentNotFoundError } from './errors.ts'
import { fileText } from './file-text.ts'
import type { VersionStore } from './version-store.ts'

/** How often, and how long apart, a file is looked for that is being replaced at this moment. */
const LOOKS = 5
const BETWEEN_LOOKS_MS = 100

/** What a snapshot knows of a file: where it lies, and the hash of its bytes at that moment. */
export type FileVersion = { file: string; revision: string }

/**
 * The text that an entry of a snapshot was read from: from its file or, where that is another one by now, from what is
 * kept by revision. Where it is not kept, the file's new text, as long as that is good. Throws `ContentNotFoundError`.
 */
export async function entryText(
  folder: ContentFolder,
  versions: VersionStore | undefined,
  entry: FileVersion,
): Promise<string> {
  for (let attempt = 1; attempt <= LOOKS; attempt++) {
    const bytes = await folder.read(entry.file).catch(() => undefined)
    if (bytes && revisionOf(bytes) === entry.revision) return fileText(bytes)
    const text = versions?.read(entry.revision) ?? (bytes && goodText(entry.file, bytes))
    if (text !== undefined) return text
    if (attempt < LOOKS) await Bun.sleep(BETWEEN_LOOKS_MS)
  }
  throw new ContentNotFoundError()
}

function goodText(file: string, bytes: Uint8Array): string | undefined {
  try {
    decodeFile(file, bytes)
    return fileText(bytes)
  } catch (error) {
    if (!(error instanceof ContentFileError)) throw error
    return undefined
  }
}
