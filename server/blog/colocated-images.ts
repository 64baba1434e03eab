import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { storageUrl } from '#contract/paths.ts'
import { colocatedName } from '#contract/pictures.ts'
import { type InvalidationKey, imageKeys } from '#server/content/changed-keys.ts'
import type { Content } from '#server/content/content.ts'
import { isPostFolder } from '#server/content/content-files.ts'
import { colocatedPath } from '#server/content/decode-file.ts'
import type { PostEntry } from '#server/content/post-file.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import type { Log } from '#server/http/log.ts'
import { StorageError } from '#server/lib/errors.ts'
import { createMutex } from '#server/lib/mutex.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { pathInside, readRegularFile } from '#server/storage/files.ts'
import { pictureAttributes } from './render/picture-attributes.ts'

type ColocatedImagesDeps = {
  content: Pick<Content, 'snapshot' | 'onImages'>
  dir: string
  pictures: Pick<ImageStore, 'store'>
  /** Called with the keys (see `changedKeys`) of posts that can show more images than before. */
  refresh(keys: Set<InvalidationKey>): unknown
  log: Log
}
export type ColocatedImages = ReturnType<typeof createColocatedImages>

/** A save or a reload waits at most this long for its images; the rest appear when they are encoded. */
const WAIT_MAX_MS = 5_000

/**
 * Co-located images (`posts/<id>/photo.jpg`), encoded like uploaded ones when they appear or change, never while a page is
 * requested. An image that cannot be encoded is left out, or shown as it was, and logged.
 */
export function createColocatedImages({ content, dir, pictures, refresh, log }: ColocatedImagesDeps) {
  /** By file: the revision that is encoded, or queued, and the stored path of the last one that was encoded. */
  const images = new Map<string, { revision: string; path: string | undefined }>()
  /** Leaves the second encoder to uploads. */
  const alone = createMutex()

  /** Encodes the images that posts of this snapshot show and that are new. Waits at most `WAIT_MAX_MS`. Never throws. */
  const prepare = (next: Snapshot): Promise<void> =>
    encodeNew([...next.pictures].filter(([file]) => isShown(file, next)))

  async function encodeNew(files: readonly (readonly [file: string, revision: string])[]): Promise<void> {
    const added = files.filter(([file, revision]) => images.get(file)?.revision !== revision)
    if (added.length === 0) return
    for (const [file, revision] of added) images.set(file, { revision, path: images.get(file)?.path })
    const encoded = Promise.all(added.map(([file, revision]) => alone(() => encode(file, revision)))).then(() =>
      refresh(new Set(added.flatMap(([file]) => imageKeys(idOf(file))))),
    )
    await Promise.race([encoded, sleep(WAIT_MAX_MS, undefined, { ref: false })])
  }

  async function encode(file: string, revision: string): Promise<void> {
    try {
      const bytes = await readRegularFile(pathInside(dir, file), IMAGE_MAX_BYTES)
      images.set(file, { revision, path: await pictures.store(bytes) })
    } catch (error) {
      // A full disk is no fault of the image: the next change tries again.
      if (error instanceof StorageError) images.delete(file)
      const reason = error instanceof Error ? error.message : String(error)
      log.warn('picture not kept', { file: join(dir, file), reason })
    }
  }

  /** Returns the stored path of an image that the post shows; `undefined` until it is encoded. */
  const storedPath = ({ file }: Pick<PostEntry, 'file'>, name: string): string | undefined =>
    content.snapshot().pictures.has(colocatedPath(file, name)) ? images.get(colocatedPath(file, name))?.path : undefined

  /** Returns the post with the stored path of its image, if that image is co-located. */
  const placed = (entry: PostEntry): PostEntry =>
    entry.image !== null && entry.beside?.includes(entry.image)
      ? { ...entry, image: storedPath(entry, entry.image) ?? null }
      : entry

  /**
   * Returns the stored paths of all images in the folder of a post by name, for its editors. Those that no page shows are encoded
   * first. Waits at most `WAIT_MAX_MS`. Never throws.
   */
  async function ofFolder(post: Pick<PostEntry, 'file'>): Promise<ReadonlyMap<string, string>> {
    if (!isPostFolder(post.file)) return new Map()
    const files = [...content.snapshot().pictures].filter(([file]) => dirname(file) === dirname(post.file))
    await encodeNew(files)
    return new Map(
      files.flatMap(([file]) => {
        const path = storedPath(post, basename(file))
        return path === undefined ? [] : [[basename(file), path] as const]
      }),
    )
  }

  /** Gives the images of a post's own folder their stored URLs, in sanitized HTML of a text that may not be saved. */
  async function placeImages(id: string, html: string): Promise<string> {
    const post = content.snapshot().posts.get(id)
    if (!post?.beside) return html
    const paths = await ofFolder(post)
    return placePictures(html, (name) => paths.get(name))
  }

  /** Returns the URLs of the images in a post's own folder by name; none for a post without one. */
  async function folderUrls(id: string): Promise<Record<string, string>> {
    const post = content.snapshot().posts.get(id)
    const paths = post ? await ofFolder(post) : []
    return Object.fromEntries([...paths].map(([name, path]) => [name, storageUrl(path)]))
  }

  /** Encodes what is new in the current content. */
  const update = (): Promise<void> => prepare(content.snapshot())
  content.onImages(prepare)

  return { update, placed, storedPath, ofFolder, placeImages, folderUrls }
}

const idOf = (file: string) => file.split('/')[1] ?? ''
const isShown = (file: string, { posts }: Snapshot) =>
  posts.get(idOf(file))?.beside?.includes(file.split('/')[2] ?? '') ?? false

/**
 * Gives co-located images (`src="photo.jpg"`) in sanitized HTML their stored URL, size and widths. Removes images that
 * are not stored, because their URL would not resolve.
 */
export function placePictures(html: string, storedPath: (name: string) => string | undefined): string {
  const rewriter = new HTMLRewriter().on('img[src]', {
    element(image) {
      const name = colocatedName(image.getAttribute('src') ?? '')
      if (name === undefined) return
      const path = storedPath(name)
      if (path === undefined) image.remove()
      else {
        image.setAttribute('src', storageUrl(path))
        for (const [attribute, value] of pictureAttributes(storageUrl(path))) image.setAttribute(attribute, value)
      }
    },
  })
  return rewriter.transform(html)
}
