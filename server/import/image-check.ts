import { join } from 'node:path'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { revisionOf } from '#server/content/files/content-files.ts'
import type { WantedImage } from '#server/import/source/candidate.ts'
import type { SourceFiles } from '#server/import/source/imported.ts'
import { readRegularFile } from '#server/storage/files.ts'
import { bytesOf } from './downloads.ts'
import type { ImportRecord } from './record.ts'

type Options = { /** The content folder. */ dir: string; files: SourceFiles; record: Pick<ImportRecord, 'images'> }

/** Returns a function that finds images of the site that no import has written, at the paths of other ones. */
export function createImageCheck({ dir, files, record }: Options) {
  return async ({ file, from }: WantedImage): Promise<boolean> => {
    if (record.images.has(file) || !(await Bun.file(join(dir, file)).exists())) return false
    // A file that cannot be read is another one.
    const current = await readRegularFile(join(dir, file), IMAGE_MAX_BYTES).catch(() => undefined)
    const wanted = 'url' in from ? undefined : await bytesOf(from, files)
    return !current || !wanted || revisionOf(current) !== revisionOf(wanted)
  }
}
