import { dirname } from 'node:path'
import type { Transaction } from '#server/content/content.ts'
import { ContentNotFoundError } from '#server/content/errors.ts'
import { ContentFileError } from '#server/content/file-error.ts'
import { filesOfPost, isPostFolder } from '#server/content/file-id.ts'
import type { PostEntry } from '#server/content/snapshot.ts'

/** A change is held in memory, and twice in the journal. A folder with more images is deleted in several changes. */
const CHANGE_MAX_BYTES = 30_000_000

/** The images in a post's own folder. Other files of the folder belong to editors, and stay. */
export async function imagesOf(tx: Transaction, { id, file }: PostEntry): Promise<readonly string[]> {
  if (!isPostFolder(file)) return []
  const folder = `${dirname(file)}/`
  for (const other of filesOfPost(id)) {
    if (other !== file && other.startsWith(folder) && (await tx.exists(other))) return []
  }
  return [...tx.snapshot.pictures.keys()].filter((one) => one.startsWith(folder))
}

/** Deletes as many of these images as one change can hold; returns the others. */
export async function deleteImages(tx: Transaction, images: readonly string[]): Promise<readonly string[]> {
  let total = 0
  for (const [index, file] of images.entries()) {
    total += await sizeOf(tx, file)
    if (total > CHANGE_MAX_BYTES && index > 0) return images.slice(index)
    tx.remove(file)
  }
  return []
}

/** In bytes; 0 for a file that is gone or not readable as an image by now. */
async function sizeOf(tx: Transaction, file: string): Promise<number> {
  try {
    return (await tx.readBytes(file)).length
  } catch (error) {
    if (error instanceof ContentNotFoundError || error instanceof ContentFileError) return 0
    throw error
  }
}
