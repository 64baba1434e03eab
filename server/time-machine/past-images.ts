import { type ColocatedImages, placedImage } from '#server/blog/colocated-images.ts'
import { imageOf, isSvg } from '#server/content/files/post-names.ts'
import { stateOf } from '#server/content/publication.ts'
import { postsShowing } from '#server/content/snapshot/picture-uses.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { PAST_IMAGES } from '#server/pages/past-pages.tsx'

/** The images in the folders of posts, at the time of a snapshot. Pages of the past lead to them (see `PAST_IMAGES`). */
export function pastImages(snapshot: Snapshot): Pick<ColocatedImages, 'placed' | 'storedPath'> {
  const storedPath: ColocatedImages['storedPath'] = ({ file }, name) => {
    const path = imageOf(file, name)
    // Files of the past are sent as they are, and scripts of a drawing would run here.
    if (path === undefined || isSvg(path) || !snapshot.pictures.has(path)) return undefined
    return `${PAST_IMAGES}${path.split('/').map(encodeURIComponent).join('/')}`
  }
  return {
    storedPath,
    placed: (entry) => placedImage(entry, snapshot, storedPath),
  }
}

/** Whether visitors saw this image: a post that was live shows it. */
export function wasShown(file: string, snapshot: Snapshot, at: Date): boolean {
  return (
    !isSvg(file) &&
    snapshot.pictures.has(file) &&
    postsShowing(snapshot, file).some((post) => stateOf(post, at) === 'live')
  )
}
