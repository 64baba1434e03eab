import { join } from 'node:path'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { revisionOf } from '#server/content/files/content-files.ts'
import type { WantedImage } from '#server/import/source/candidate.ts'
import type { SourceFiles } from '#server/import/source/imported.ts'
import { readRegularFile } from '#server/storage/files.ts'
import type { ImportRecord } from './record.ts'

type Options = { /** The content folder. */ dir: string; files: SourceFiles; record: Pick<ImportRecord, 'images'> }

/** Returns a function that finds images of the site that no import has written, at the paths of other ones. */
export function createImageCheck({ dir, files, record }: Options) {
  const revision = async (path: string) => revisionOf(await readRegularFile(path, IMAGE_MAX_BYTES))
  return async ({ file, from }: WantedImage): Promise<boolean> => {
    if (record.images.has(file) || !(await Bun.file(join(dir, file)).exists())) return false
    // A file that cannot be read is another one.
    const current = await revision(join(dir, file)).catch(() => '')
    return 'url' in from || current !== (await revision(files.path(from.path)))
  }
}
