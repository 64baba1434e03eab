import type { Content } from '#server/content/content.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { mediaEndpoints } from './endpoints.ts'
import type { ImageStore } from './image-store.ts'
import { createImageUses } from './image-uses.ts'
import { createLibraryReader } from './library-files.ts'
import { createMediaReader } from './media-items.ts'
import { createMediaLibrary } from './media-library.ts'

type MediaDeps = {
  content: Content
  images: ImageStore
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
export function createMedia({ content, images, dir, publicDir, unsavedText, storedPath, ofFolder }: MediaDeps) {
  const library = createMediaLibrary({
    content,
    images,
    encodeFolder: ofFolder,
    readMedia: createMediaReader({
      dir,
      storedPath,
      readLibrary: createLibraryReader(publicDir),
      uses: createImageUses({ content }),
      unsavedText,
    }),
  })
  return { endpoints: mediaEndpoints(library) }
}
