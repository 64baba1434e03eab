import { resolve } from 'node:path'
import type { FileChange, SavedFile } from './content.ts'
import type { ContentFolder } from './content-folder.ts'

/** The files of a change, as they are before it and will be after it. Read before it is written. */
export const savedFiles = (dir: string, folder: ContentFolder, changes: readonly FileChange[]): Promise<SavedFile[]> =>
  Promise.all(
    changes.map(async ({ file, text }) => ({
      file: resolve(dir, file),
      before: (await folder.read(file).catch(() => undefined)) ?? null,
      after: text === null ? null : new TextEncoder().encode(text),
    })),
  )
