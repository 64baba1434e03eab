import type { Content } from '#server/content/content.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import type { DeletedImages } from './deleted-images.ts'
import { mediaEndpoints } from './endpoints.ts'
import type { ImageDetails } from './image-details.ts'
import type { ImageStore } from './image-store.ts'
import { createImageUses } from './image-uses.ts'
import { createLibraryReader } from './library-files.ts'
import { createMediaReader } from './media-items.ts'
import { createMediaLibrary } from './media-library.ts'
import { createUnusedImages } from './unused-images.ts'
import { createWhereUsed } from './where-used.ts'

export type MediaDeps = {
  content: Content
  images: ImageStore
  details: ImageDetails
  deletedImages: DeletedImages
  /** Whether git has recorded each change so far. */
  isRecorded(): Promise<boolean>
  now(): Date
  /** The content folder. */
  dir: string
  publicDir: string
  /** What administrators have written and not saved, as one text. */
  unsavedText(): Promise<string>
  /** The stored path of a co-located image; `undefined` until it is encoded. */
  storedPath(post: Pick<PostEntry, 'file'>, name: string): string | undefined
  /** Encodes the images in the folder of a post that are not yet. */
  ofFolder(post: Pick<PostEntry, 'file'>): Promise<unknown>
}

/** The media library with everything that it reads. */
export function createMedia(deps: MediaDeps) {
  const { content, images, dir, publicDir, unsavedText, storedPath, ofFolder, details, deletedImages } = deps
  const readMedia = createMediaReader({
    dir,
    storedPath,
    readLibrary: createLibraryReader(publicDir),
    uses: createImageUses({ content }),
    unsavedText,
    details,
  })
  const library = createMediaLibrary({ content, images, encodeFolder: ofFolder, details, readMedia })
  const unused = createUnusedImages({ ...deps, readMedia, deleted: deletedImages })
  return { endpoints: mediaEndpoints({ library, unused, whereUsed: createWhereUsed({ content, unsavedText }) }) }
}
