import { type ColocatedImages, placedImage, siteImagePath } from '#server/blog/colocated-images.ts'
import { imageOf } from '#server/content/files/post-names.ts'
import { stateOf } from '#server/content/publication.ts'
import { postsShowing } from '#server/content/snapshot/picture-uses.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { PAST_IMAGES } from '#server/pages/past-pages.tsx'

/** The images in the folders of posts, at the time of a snapshot. Pages of the past lead to them (see `PAST_IMAGES`). */
export function pastImages(
  snapshot: Snapshot,
  hasStored: (path: string) => boolean,
): Pick<ColocatedImages, 'placed' | 'storedPath'> {
  const storedPath: ColocatedImages['storedPath'] = ({ file }, name) => {
    const path = imageOf(file, name)
    if (path !== undefined && snapshot.pictures.has(path))
      return `${PAST_IMAGES}${path.split('/').map(encodeURIComponent).join('/')}`
    const stored = siteImagePath(name)
    return stored !== undefined && hasStored(stored) ? stored : undefined
  }
  return {
    storedPath,
    placed: (entry) => placedImage(entry, snapshot, storedPath),
  }
}

/** Whether visitors saw this image: a post that was live shows it. */
export const wasShown = (file: string, snapshot: Snapshot, at: Date): boolean =>
  snapshot.pictures.has(file) && postsShowing(snapshot, file).some((post) => stateOf(post, at) === 'live')
