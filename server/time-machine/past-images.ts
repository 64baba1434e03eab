import type { ColocatedImages } from '#server/blog/colocated-images.ts'
import { colocatedPath } from '#server/content/decode-file.ts'
import { stateOf } from '#server/content/publication.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { PAST_IMAGES } from '#server/pages/past-pages.tsx'

/** The images in the folders of posts, at the time of a snapshot. Pages of the past lead to them (see `PAST_IMAGES`). */
export function pastImages(snapshot: Snapshot): Pick<ColocatedImages, 'placed' | 'storedPath'> {
  const storedPath: ColocatedImages['storedPath'] = ({ file }, name) => {
    const path = colocatedPath(file, name)
    const inUrl = path.split('/').map(encodeURIComponent).join('/')
    return snapshot.pictures.has(path) ? `${PAST_IMAGES}${inUrl}` : undefined
  }
  return {
    storedPath,
    placed: (entry) =>
      entry.image !== null && entry.beside?.includes(entry.image)
        ? { ...entry, image: storedPath(entry, entry.image) ?? null }
        : entry,
  }
}

/** Whether visitors saw this image: a post that was live shows it. */
export function wasShown(file: string, snapshot: Snapshot, at: Date): boolean {
  const [, id = '', name = ''] = file.split('/')
  const post = snapshot.posts.get(id)
  return (
    post !== undefined &&
    stateOf(post, at) === 'live' &&
    post.beside?.includes(name) === true &&
    colocatedPath(post.file, name) === file &&
    snapshot.pictures.has(file)
  )
}
