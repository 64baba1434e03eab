import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { storageUrl } from '#contract/paths.ts'
import { pictureOf, relativeImage } from '#contract/pictures.ts'
import type { Content } from '#server/content/content.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { imageOf, isPostFolder, isSiteImage, isSvg, nameFor } from '#server/content/files/post-names.ts'
import { type InvalidationKey, imageKeys } from '#server/content/snapshot/changed-keys.ts'
import { ownerOf, postsShowing } from '#server/content/snapshot/picture-uses.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { StorageError } from '#server/lib/errors.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { type ImageStore, pathsOf } from '#server/media/image-store.ts'
import { rasterizeSvg } from '#server/media/svg-images.ts'
import { isSafePath, pathInside, readRegularFile } from '#server/storage/files.ts'
import { decodeEntities } from '#server/text/scan/entities.ts'
import { pictureAttributes } from './render/picture-attributes.ts'

export type ColocatedImagesDeps = {
  content: Pick<Content, 'snapshot' | 'onImages'>
  dir: string
  publicDir: string
  pictures: Pick<ImageStore, 'storeDerived'>
  /** Keeps all widths of a derived image out of `git status`. Never rejects. */
  claimDerived?: ((paths: readonly string[]) => Promise<void>) | undefined
  /** Called with the keys (see `changedKeys`) of posts that can show more images than before. */
  refresh(keys: Set<InvalidationKey>): unknown
  log: Log
}
export type ColocatedImages = ReturnType<typeof createColocatedImages>

/** A save or a reload waits at most this long for its images; the rest appear when they are encoded. */
const WAIT_MAX_MS = 5_000
/** Nothing waits for more images than this: a blog that is copied into the folder has thousands. */
const WAIT_MAX_IMAGES = 20
/** So many images are encoded once their posts are live and the first pages are rendered. */
const BULK_DELAY_MS = 500
/** How often pages are rendered again while images of a long queue are encoded. */
const REFRESH_MS = 500

type Waiting = { file: string; revision: string; date: string; done: () => void }

/**
 * Co-located images (`posts/<name>/photo.jpg`), encoded like uploaded ones when they appear or change, those of the newest posts
 * first, never while a page is requested. An image that cannot be encoded is left out, or shown as it was, and logged.
 */
export function createColocatedImages(deps: ColocatedImagesDeps) {
  const { content, dir, publicDir, pictures, claimDerived, refresh, log } = deps
  /** By file: the revision that is encoded, or queued, and the stored path of the last one that was encoded. */
  const images = new Map<string, { revision: string; path: string | undefined }>()
  /** A stack: the image to encode next is at its end. */
  let waiting: Waiting[] = []
  let working = 0
  /** Other images of `publicDir` that were found. */
  const stored = new Set<string>()

  /** Encodes the images that posts of this snapshot show and that are new. Waits at most `WAIT_MAX_MS`. Never throws. */
  const prepare = (next: Snapshot): Promise<void> =>
    encodeNew(
      [...next.pictures].filter(([file]) => postsShowing(next, file).length > 0),
      next,
    )

  async function encodeNew(
    files: readonly (readonly [file: string, revision: string])[],
    snapshot: Snapshot,
  ): Promise<void> {
    const added = files.filter(([file, revision]) => images.get(file)?.revision !== revision)
    if (added.length === 0) return
    const dateOf = (file: string) =>
      postsShowing(snapshot, file)
        .map(({ date }) => date)
        .sort()
        .at(-1) ?? ''
    const encoded = added.map(([file, revision]) => {
      images.set(file, { revision, path: images.get(file)?.path })
      return new Promise<void>((done) => waiting.push({ file, revision, date: dateOf(file), done }))
    })
    waiting = waiting.toSorted((a, b) => (a.date < b.date ? -1 : 1))
    if (added.length > WAIT_MAX_IMAGES) {
      setTimeout(startWork, BULK_DELAY_MS).unref()
      return
    }
    startWork()
    await Promise.race([Promise.all(encoded), sleep(WAIT_MAX_MS, undefined, { ref: false })])
  }

  /** One image at a time leaves the second encoder to uploads; in a long queue, an upload waits for one image. */
  function startWork(): void {
    const wanted = Math.min(waiting.length, waiting.length > WAIT_MAX_IMAGES ? 2 : 1)
    for (let more = wanted - working; more > 0; more--) void work()
  }

  async function work(): Promise<void> {
    working++
    let refreshedAt = performance.now()
    const fresh = new Set<string>()
    try {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        await encode(next.file, next.revision)
        fresh.add(next.file)
        if (waiting.length === 0 || performance.now() - refreshedAt > REFRESH_MS) {
          showAgain(fresh)
          fresh.clear()
          refreshedAt = performance.now()
        }
        next.done()
      }
    } finally {
      working--
    }
  }

  function showAgain(files: ReadonlySet<string>): void {
    try {
      refresh(new Set([...files].flatMap(keysOf)))
    } catch (error) {
      log.error('pages with new images not dropped', errorFields(error))
    }
  }

  const keysOf = (file: string) => postsShowing(content.snapshot(), file).flatMap(({ id }) => imageKeys(id))

  async function encode(file: string, revision: string): Promise<void> {
    try {
      const bytes = await readRegularFile(pathInside(dir, file), IMAGE_MAX_BYTES)
      const path = await pictures.storeDerived(isSvg(file) ? await pngOf(bytes) : bytes)
      await claimDerived?.(pathsOf(path))
      images.set(file, { revision, path })
    } catch (error) {
      // A full disk is no fault of the image: the next change tries again.
      if (error instanceof StorageError) images.delete(file)
      const reason = error instanceof Error ? error.message : String(error)
      log.warn('picture not kept', { file: join(dir, file), reason })
    }
  }

  /** Returns the stored path of an image that the post shows; `undefined` until it is encoded. */
  const storedPath = ({ file }: Pick<PostEntry, 'file'>, name: string): string | undefined =>
    storedFile(imageOf(file, name) ?? '') ?? publicFile(name)

  /** A file that was copied from the old site to the stored ones. */
  const publicFile = (name: string) => {
    const path = siteImagePath(name)
    return path !== undefined && existsSync(join(publicDir, path)) ? path : undefined
  }

  const storedFile = (file: string) => (content.snapshot().pictures.has(file) ? images.get(file)?.path : undefined)

  /** Returns the post with the stored path of its image, if that image is co-located. */
  const named = (entry: PostEntry): PostEntry => placedImage(entry, content.snapshot(), storedPath)

  /** The same for pages, which show no image that does not exist: copied posts name those of their old site. */
  function placed(entry: PostEntry): PostEntry {
    const found = named(entry)
    return found.image === null || isStored(found.image) ? found : { ...found, image: null }
  }

  /** Paths like those that the site stores itself are not looked for, and others until they are found: a list has thousands. */
  function isStored(path: string): boolean {
    if (/^posts\/[^/]+\.webp$/.test(path) || pictureOf(path, '').widths.length > 0 || stored.has(path)) return true
    const isThere = isSafePath(path) && existsSync(pathInside(publicDir, path))
    if (isThere) stored.add(path)
    return isThere
  }

  /**
   * Returns the stored paths of all images that a post shows or has in its folder, by how its text names them, for its editors.
   * Those that no page shows are encoded first. Waits at most `WAIT_MAX_MS`. Never throws.
   */
  async function ofFolder(post: Pick<PostEntry, 'file' | 'beside'>): Promise<ReadonlyMap<string, string>> {
    const snapshot = content.snapshot()
    const shown = new Set(post.beside)
    const isOwn = (file: string) => isPostFolder(post.file) && ownerOf(snapshot, file)?.file === post.file
    const files = [...snapshot.pictures].filter(([file]) => shown.has(file) || isOwn(file)).slice(0, FOLDER_IMAGES_MAX)
    await encodeNew(files, snapshot)
    return new Map(
      files.flatMap(([file]) => {
        const path = storedFile(file)
        return path === undefined ? [] : [[nameFor(post.file, file), path] as const]
      }),
    )
  }

  /** Gives the images of a post's own folder their stored URLs, in sanitized HTML of a text that may not be saved. */
  async function placeImages(id: string, html: string): Promise<string> {
    const post = content.snapshot().posts.get(id)
    if (!post || !html.includes('<img')) return html
    await ofFolder(post)
    return placePictures(html, post.file, (name) => storedPath(post, name))
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

  /** The number of images that are not encoded yet. */
  const waitingImages = (): number => waiting.length + working

  return { update, named, placed, storedPath, ofFolder, placeImages, folderUrls, waitingImages }
}

/** Where a stored file may be that a text names by its path on the site where it was before; `undefined` for other names. */
export function siteImagePath(name: string): string | undefined {
  const path = isSiteImage(name) ? relativeImage(name.slice(1)) : undefined
  return path !== undefined && !isSvg(path) && isSafePath(path) ? path : undefined
}

/** Throws an error that says why a drawing cannot be shown. */
async function pngOf(svg: Uint8Array): Promise<Uint8Array> {
  const drawing = await rasterizeSvg(new Blob([new Uint8Array(svg)]))
  if ('problem' in drawing) throw new Error(drawing.problem)
  return drawing.png
}

/** Editors are offered no more images of a folder. */
const FOLDER_IMAGES_MAX = 500

/** Replaces the image of a post by its stored path, if it is a co-located one; `null` until that is encoded. */
export function placedImage(
  entry: PostEntry,
  { pictures }: Snapshot,
  storedPath: (entry: PostEntry, name: string) => string | undefined,
): PostEntry {
  const { image, file } = entry
  if (image === null) return entry
  const isMissing = !pictures.has(imageOf(file, image) ?? '')
  if (isMissing && !(isPostFolder(file) && entry.beside?.includes(imageOf(file, image) ?? '') && !image.includes('/')))
    return isSafePath(image) ? entry : { ...entry, image: storedPath(entry, image) ?? null }
  return { ...entry, image: storedPath(entry, image) ?? null }
}

/**
 * Gives co-located images (`src="photo.jpg"`) in sanitized HTML their stored URL, size and widths. Images that are not stored
 * leave their description, because their URL would not resolve.
 */
export function placePictures(html: string, file: string, storedPath: (name: string) => string | undefined): string {
  const rewriter = new HTMLRewriter().on('img[src]', {
    element(image) {
      const src = image.getAttribute('src') ?? ''
      if (imageOf(file, src) === undefined) return
      const path = storedPath(src)
      if (path === undefined) image.replace(decodeEntities(image.getAttribute('alt') ?? ''))
      else {
        image.setAttribute('src', storageUrl(path))
        for (const [attribute, value] of pictureAttributes(storageUrl(path))) image.setAttribute(attribute, value)
      }
    },
  })
  return rewriter.transform(html)
}
