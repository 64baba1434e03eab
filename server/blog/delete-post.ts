import { dirname } from 'node:path'
import type { ChangePlan, FileChange } from '#server/content/content.ts'
import { ContentNotFoundError } from '#server/content/errors.ts'
import { ContentFileError } from '#server/content/file-error.ts'
import { filesOfPost, isPostFolder } from '#server/content/file-id.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { isThere } from './is-there.ts'

type ReadBytes = Parameters<ChangePlan>[2]

/** A change is held in memory, and twice in the journal. A folder with more images is deleted in several changes. */
const CHANGE_MAX_BYTES = 30_000_000

/** The images in a post's own folder. Other files of the folder are nobody's but the editor's, and stay. */
export async function imagesOf({ id, file }: PostEntry, { pictures }: Snapshot, readBytes: ReadBytes) {
  if (!isPostFolder(file)) return []
  const folder = `${dirname(file)}/`
  for (const other of filesOfPost(id)) {
    if (other !== file && other.startsWith(folder) && (await isThere(readBytes, other))) return []
  }
  return [...pictures.keys()].filter((one) => one.startsWith(folder))
}

/** Deletes as many of these images as one change can hold. `rest`: those that are left. */
export async function deleteImages(images: readonly string[], readBytes: ReadBytes) {
  const changes: FileChange[] = []
  let total = 0
  for (const [index, file] of images.entries()) {
    total += await sizeOf(file, readBytes)
    if (total > CHANGE_MAX_BYTES && changes.length > 0) return { changes, rest: images.slice(index) }
    changes.push({ file, data: null })
  }
  return { changes, rest: [] }
}

/** In bytes; 0 for a file that is gone or not readable as an image by now. */
async function sizeOf(file: string, readBytes: ReadBytes): Promise<number> {
  try {
    return (await readBytes(file)).length
  } catch (error) {
    if (error instanceof ContentNotFoundError || error instanceof ContentFileError) return 0
    throw error
  }
}
