import { resolve } from 'node:path'
import { bytesOf, type FileChange, type SavedFile } from './content.ts'
import type { ContentFolder } from './content-folder.ts'
import { ContentFileError } from './file-error.ts'

/**
 * The files of a change, as they are before it and will be after it. Read before it is written. Throws what the disk throws:
 * a file that cannot be read now is not one that was not there, and its save could never be told apart from other work.
 */
export const savedFiles = (dir: string, folder: ContentFolder, changes: readonly FileChange[]): Promise<SavedFile[]> =>
  Promise.all(
    changes.map(async (change) => ({
      file: resolve(dir, change.file),
      before: (await folder.read(change.file).catch(unlessBad)) ?? null,
      after: bytesOf(change),
    })),
  )

function unlessBad(error: unknown): undefined {
  if (!(error instanceof ContentFileError)) throw error
}
