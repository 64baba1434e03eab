import type { KeyedStore } from '#server/storage/keyed-store.ts'
import { deletedInFiles } from './deleted-images.ts'
import { createImageDetails } from './image-details.ts'
import { createImageStore } from './image-store.ts'
import type { SharedUploads } from './shared-uploads.ts'

type Options = {
  store: KeyedStore
  privateDir: string
  publicDir: string
  /** With several replicas. */
  shared?: SharedUploads
}

/** The images of the library, what people say of them, and those that were deleted. */
export function createStoredImages({ store, privateDir, publicDir, shared }: Options) {
  const imageDetails = createImageDetails({ store, isShared: shared !== undefined })
  return {
    imageDetails,
    deletedImages: shared?.deleted ?? deletedInFiles(privateDir),
    pictures: createImageStore({ dir: publicDir, shared, details: imageDetails }),
  }
}
