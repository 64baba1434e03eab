import type { ContentFolder } from './content-folder.ts'
import { decodeFile, revisionOf } from './decode-file.ts'
import { ContentNotFoundError, ifValid } from './errors.ts'
import { fileText } from './file-text.ts'
import type { VersionStore } from './version-store.ts'

/** How often a missing file is looked for: an editor may be replacing it. */
const ATTEMPTS = 5
const RETRY_MS = 100

type FileVersion = { file: string; revision: string }

/**
 * The text that an entry of a snapshot was read from: from its file or, if the file has changed since, from the version
 * store. If it is in neither, the new text of the file, if that is valid. Throws `ContentNotFoundError`.
 */
export async function entryText(
  folder: ContentFolder,
  versions: VersionStore | undefined,
  { file, revision }: FileVersion,
): Promise<string> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const bytes = await folder.read(file).catch(() => undefined)
    if (bytes && revisionOf(bytes) === revision) return fileText(bytes)
    const text = versions?.read(revision) ?? (bytes && ifValid(() => decodeFile(file, bytes) && fileText(bytes)))
    if (text !== undefined) return text
    if (attempt < ATTEMPTS) await Bun.sleep(RETRY_MS)
  }
  throw new ContentNotFoundError()
}
