import { join } from 'node:path'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { storageUrl } from '#contract/paths.ts'
import { pictureOf, picturePath } from '#contract/pictures.ts'
import { type InvalidationKey, imageKeys } from '#server/content/changed-keys.ts'
import type { Content } from '#server/content/content.ts'
import { colocatedName, colocatedPath } from '#server/content/decode-file.ts'
import type { PostEntry } from '#server/content/post-file.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { errorFields, type Log } from '#server/http/log.ts'
import { StorageError } from '#server/lib/errors.ts'
import { createMutex } from '#server/lib/mutex.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { pathInside, readRegularFile } from '#server/storage/files.ts'

type ColocatedImagesDeps = {
  content: Pick<Content, 'snapshot' | 'onChange' | 'beforeReload' | 'afterChange'>
  dir: string
  pictures: Pick<ImageStore, 'store'>
  /** Called with the keys (see `changedKeys`) of posts that can show more images than before. */
  refresh: (keys: Set<InvalidationKey>) => unknown
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
  const encodedImages = new Map<string, { revision: string; path: string | undefined }>()
  /** Images that are queued or being encoded: file → revision. */
  const queued = new Map<string, string>()
  /** Leaves the second encoder to uploads. */
  const alone = createMutex()
  let changes = 0
  let closed = false

  /** Encodes the images that posts of this snapshot show and that are new, unless that is under way. Waits at most `WAIT_MAX_MS`. */
  async function prepare(next: Snapshot): Promise<void> {
    const added = [...next.pictures].filter(([file, revision]) => isShown(file, next) && isNew(file, revision))
    if (added.length === 0) return
    for (const [file, revision] of added) queued.set(file, revision)
    const encoded = Promise.all(added.map(([file, revision]) => alone(() => encode(file, revision)))).then(() =>
      refresh(new Set(added.flatMap(([file]) => imageKeys(idOf(file))))),
    )
    await atMostFor(
      WAIT_MAX_MS,
      encoded.catch((error) => log.error('pages not refreshed', errorFields(error))),
    )
  }

  const isNew = (file: string, revision: string) =>
    encodedImages.get(file)?.revision !== revision && queued.get(file) !== revision

  async function encode(file: string, revision: string): Promise<void> {
    if (closed) return
    try {
      const bytes = await readRegularFile(pathInside(dir, file), IMAGE_MAX_BYTES)
      encodedImages.set(file, { revision, path: await pictures.store(bytes) })
    } catch (error) {
      // A full disk is no fault of the image: the next change tries again.
      if (!(error instanceof StorageError)) encodedImages.set(file, { revision, path: encodedImages.get(file)?.path })
      const reason = error instanceof Error ? error.message : String(error)
      log.warn('picture not kept', { file: join(dir, file), reason })
    }
    if (queued.get(file) === revision) queued.delete(file)
    changes++
  }

  const update = (): Promise<void> => prepare(content.snapshot())

  /** Compares two snapshots, because an image that is prepared for the next one is in neither. */
  function dropRemoved(before: Snapshot, after: Snapshot): void {
    if (before.pictures === after.pictures) return
    for (const file of before.pictures.keys()) if (!after.pictures.has(file)) encodedImages.delete(file)
  }

  /** Returns the stored path of a co-located image; `undefined` until it is encoded. */
  const storedPath = ({ file }: PostEntry, name: string): string | undefined =>
    encodedImages.get(colocatedPath(file, name))?.path

  /** Returns the post with the stored path of its image, if that image is co-located. */
  const placed = (entry: PostEntry): PostEntry =>
    entry.image !== null && entry.beside?.includes(entry.image)
      ? { ...entry, image: storedPath(entry, entry.image) ?? null }
      : entry

  content.onChange(dropRemoved)
  content.beforeReload(prepare)
  content.afterChange(update)

  return {
    /** Encodes what is new in the current content. Never throws. */
    update,
    placed,
    storedPath,
    changes: () => changes,
    /** Waits for the image that is being encoded; the others are encoded after the next start. */
    async close(): Promise<void> {
      closed = true
      await alone(async () => {})
    },
  }
}

const idOf = (file: string) => file.split('/')[1] ?? ''
const isShown = (file: string, { posts }: Snapshot) =>
  posts.get(idOf(file))?.beside?.includes(file.split('/')[2] ?? '') ?? false

async function atMostFor(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  timer.unref()
  await Promise.race([work, promise])
  clearTimeout(timer)
}

/** The `sizes` attribute for images in the text of a post. */
const SIZES = '(max-width: 780px) 92vw, 720px'

/**
 * Gives co-located images (`src="photo.jpg"`) in sanitized HTML their stored URL, size and widths. Removes images that
 * are not stored, because their URL would not resolve.
 */
export function placePictures(html: string, storedPath: (name: string) => string | undefined): string {
  if (!html.includes('<img')) return html
  const rewriter = new HTMLRewriter().on('img[src]', {
    element(image) {
      const name = colocatedName(image.getAttribute('src') ?? '')
      if (name === undefined) return
      const path = storedPath(name)
      if (path === undefined) image.remove()
      else for (const [attribute, value] of attributesFor(path)) image.setAttribute(attribute, value)
    },
  })
  return rewriter.transform(html)
}

function attributesFor(path: string): [string, string][] {
  const picture = pictureOf(path, '')
  const urls = picture.widths.map((width) => `${storageUrl(picturePath(picture, width))} ${width}w`)
  return [
    ['src', storageUrl(path)],
    ['srcset', urls.join(', ')],
    ['sizes', SIZES],
    ['width', String(picture.width)],
    ['height', String(picture.height)],
  ]
}
