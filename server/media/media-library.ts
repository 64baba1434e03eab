import { basename, dirname, extname } from 'node:path'
import { MEDIA_PER_PAGE, type MediaInUse, type MediaItem, type MediaList, type ReplacedMedia } from '#contract/media.ts'
import { storageUrl } from '#contract/paths.ts'
import { pictureOf } from '#contract/pictures.ts'
import { CHANGE_MAX_BYTES, type Content, type Editor, type Transaction } from '#server/content/content.ts'
import { COLOCATED_IMAGES_MAX } from '#server/content/files/content-files.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { isPostFolder } from '#server/content/files/post-names.ts'
import { ConflictError, NotFoundError, ValidationError } from '#server/lib/errors.ts'
import { makeId } from '#server/text/scan/make-id.ts'
import type { ImageDetails } from './image-details.ts'
import { mentionsIn, replaceMentions, stemOf } from './image-mentions.ts'
import { type ColocatedFormat, detailsOf, type ImageStore } from './image-store.ts'
import { comparePositions, decodePosition, encodePosition, type ListPosition } from './list-position.ts'
import { colocatedFile, isUsed, type MediaRecord, otherFiles, type ReadMedia, toItem } from './media-items.ts'

type MediaLibraryDeps = {
  content: Pick<Content, 'snapshot' | 'change'>
  images: ImageStore
  readMedia: ReadMedia
  details: Pick<ImageDetails, 'change' | 'remove'>
  /** Encodes the images in the folder of a post that are not yet. */
  encodeFolder(post: Pick<PostEntry, 'file' | 'beside'>): Promise<unknown>
}
export type MediaLibrary = ReturnType<typeof createMediaLibrary>

/** By the ending of an image in the folder of a post. */
const formats: Readonly<Record<string, ColocatedFormat>> = {
  '.webp': 'webp',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.png': 'png',
}

type Listing = {
  q?: string | undefined
  use?: 'used' | 'unused' | undefined
  in?: 'library' | undefined
  post?: string | undefined
  after?: string | undefined
  page?: number | undefined
}
type Upload = { bytes: Uint8Array; name: string }

/** The index of the first image after a position. */
function startAfter(found: readonly { at: ListPosition }[], position: ListPosition): number {
  const index = found.findIndex(({ at }) => at.file !== position.file && comparePositions(at, position) > 0)
  return index === -1 ? found.length : index
}

/** The images of posts: lists them with their users, adds, replaces and deletes them. */
export function createMediaLibrary({ content, images, readMedia, details, encodeFolder }: MediaLibraryDeps) {
  async function list({ q = '', use, in: place, post: id = '', after, page = 1 }: Listing): Promise<MediaList> {
    const post = content.snapshot().posts.get(id)
    if (post) await encodeFolder(post)
    await images.sync()
    const isOwn = ({ file }: MediaRecord) => post !== undefined && isPostFolder(post.file) && isInFolderOf(file, post)
    const positionOf = (record: MediaRecord): ListPosition => ({
      isOwn: isOwn(record),
      changedMs: record.changedMs,
      file: record.file,
    })
    const words = q.toLowerCase().split(/\s+/).filter(Boolean)
    const { all } = await readMedia(content.snapshot())
    const found = all
      .filter((one) => place === undefined || colocatedFile(one.file) === undefined || isOwn(one))
      .filter((one) => use === undefined || isUsed(one) === (use === 'used'))
      .filter((one) => words.length === 0 || matches(one, words))
      .map((record) => ({ record, at: positionOf(record) }))
      .sort((a, b) => comparePositions(a.at, b.at))
    const start = after === undefined ? (page - 1) * MEDIA_PER_PAGE : startAfter(found, decodePosition(after))
    const shown = found.slice(start, start + MEDIA_PER_PAGE)
    const last = shown.at(-1)
    return {
      items: shown.map(({ record }) => toItem(record)),
      total: found.length,
      next: last && start + shown.length < found.length ? encodePosition(last.at) : null,
    }
  }

  /** Throws `NotFoundError`. */
  async function find(file: string): Promise<MediaRecord> {
    const record = (await readMedia(content.snapshot())).get(file)
    if (!record) throw new NotFoundError('This image does not exist.')
    return record
  }

  /** The library lists no image that only the folder of a post has: its stored form is found by that one. */
  async function findStored(path: string): Promise<MediaItem> {
    const { all, get } = await readMedia(content.snapshot())
    const record = get(path) ?? all.find((one) => one.path === path)
    if (!record) throw new NotFoundError('This image does not exist.')
    return toItem({ ...record, file: path, url: storageUrl(path) })
  }

  /**
   * Stores an image in the library, or in the folder of a post that has one. It is committed with the first text that uses it,
   * or, where other replicas need it in the folder before that, at once. Throws `InvalidImageError`, `NotFoundError` for the post, `ValidationError` where its folder is full.
   */
  async function add({ bytes, name }: Upload, post: string | undefined, editor: Editor): Promise<MediaItem> {
    const entry = post === undefined ? undefined : content.snapshot().posts.get(post)
    if (post !== undefined && !entry) throw new NotFoundError('This post does not exist.')
    if (!entry || !isPostFolder(entry.file))
      return findStored(await images.storeUpload(bytes, { name, by: editor.name }))
    const encoded = await images.encode(bytes)
    const hash = new Bun.CryptoHasher('sha256').update(encoded).digest('hex').slice(0, 8)
    const file = `${dirname(entry.file)}/${makeId(basename(name, extname(name)), 'image').slice(0, 60)}-${hash}.webp`
    await content.change(
      async (tx) => {
        const names = [...tx.snapshot.pictures.keys()].filter((one) => dirname(one) === dirname(file))
        if (names.length >= COLOCATED_IMAGES_MAX && !names.includes(file))
          throw new ValidationError({ image: { message: FOLDER_IS_FULL } })
        tx.write(file, encoded)
      },
      images.isShared ? { subject: `image: add ${basename(file)}`, editor } : undefined,
    )
    if (images.isShared) await images.storeUpload(encoded)
    await details.change(`content/${file}`, detailsOf({ name, by: editor.name }))
    await encodeFolder(entry)
    return toItem(await find(`content/${file}`))
  }

  /**
   * Shows another image wherever this one is used, in one change. The old one stays in the library, because old versions of posts
   * show it. `posts`: who is expected to use it. Throws `NotFoundError`, `ConflictError`, `InvalidImageError`.
   */
  async function replace(
    file: string,
    { bytes, name }: Upload,
    posts: readonly string[] | undefined,
    editor: Editor,
  ): Promise<ReplacedMedia> {
    assertSameUsers(await find(file), posts)
    const colocated = colocatedFile(file)
    if (colocated !== undefined) return replaceBeside(file, colocated, bytes, editor)
    const path = await images.storeUpload(bytes, { name, by: editor.name })
    if (path === file) throw new ValidationError({ image: { message: 'This is the same image. Choose another one.' } })
    const used = await content.change(
      async (tx) => {
        const old = (await readMedia(tx.snapshot)).get(file)
        if (!old) throw new NotFoundError('This image does not exist.')
        assertSameUsers(old, posts)
        await replaceInFiles(tx, old, path)
        return old.used_in
      },
      (used) => ({ subject: replacedSubject(used.length), editor, files: images.filesOf(path) }),
    )
    return { item: await findStored(path), posts: used }
  }

  /** The name stays, so no text changes. */
  async function replaceBeside(
    file: string,
    colocated: string,
    bytes: Uint8Array,
    editor: Editor,
  ): Promise<ReplacedMedia> {
    const format = formats[extname(file).toLowerCase()]
    if (!format)
      throw new ConflictError('A GIF in the folder of a post cannot be replaced here. Add the new image in the post.')
    const encoded = await images.encode(bytes, format)
    await images.store(encoded)
    await content.change(
      async (tx) => {
        if (!(await tx.exists(colocated))) throw new NotFoundError('This image does not exist.')
        tx.write(colocated, encoded)
      },
      { subject: replacedSubject(1), editor },
    )
    const record = await find(file)
    return { item: toItem(record), posts: record.used_in }
  }

  /**
   * Deletes an image in all widths. One that is in use only with `force`: without it, returns who uses it, and nothing is deleted.
   * Throws `NotFoundError`, `StorageError`.
   */
  async function remove(
    file: string,
    force: boolean,
    editor: Editor,
  ): Promise<Omit<MediaInUse, 'message'> | undefined> {
    const colocated = colocatedFile(file)
    const files = colocated === undefined ? images.filesOf(file) : []
    const inUse = await content.change(
      async (tx) => {
        const record = (await readMedia(tx.snapshot)).get(file)
        if (!record) throw new NotFoundError('This image does not exist.')
        const { used_in, elsewhere } = record
        if (isUsed(record) && !force) return { used_in, elsewhere }
        if (colocated !== undefined) tx.remove(colocated)
      },
      (inUse) => ({
        subject: `image: delete ${basename(file)}`,
        editor,
        ...(!inUse && colocated === undefined && { removed: files, isOutside: true }),
      }),
    )
    if (inUse) return inUse
    if (colocated === undefined) await images.remove(file)
    await details.remove(file)
  }

  /** Changes what the library suggests for the next use of an image. Throws `NotFoundError`, `StorageError`. */
  async function describe(file: string, changes: { alt: string; caption: string }): Promise<MediaItem> {
    await find(file)
    await details.change(file, changes)
    return toItem(await find(file))
  }

  return { list, find, add, replace, remove, describe }
}

const FOLDER_IS_FULL = `The folder of this post has ${COLOCATED_IMAGES_MAX} images. Choose one of the library, or delete some first.`

const isInFolderOf = (file: string, post: PostEntry) =>
  colocatedFile(file)?.startsWith(`${dirname(post.file)}/`) ?? false

function matches({ file, name, alt, caption, used_in }: MediaRecord, words: readonly string[]): boolean {
  const text = [file, name, alt, caption, ...used_in.map(({ title }) => title)].join(' ').toLowerCase()
  return words.every((word) => text.includes(word))
}

function assertSameUsers({ users }: MediaRecord, expected: readonly string[] | undefined): void {
  if (expected === undefined) return
  const ids = users.map(({ id }) => id)
  if (ids.length !== new Set(expected).size || !ids.every((id) => expected.includes(id)))
    throw new ConflictError('Other posts use this image by now. Reload the list and look at them first.')
}

const replacedSubject = (posts: number) => `image: replace in ${posts} ${posts === 1 ? 'post' : 'posts'}`

/** Throws `ConflictError` where a file has changed so that it cannot be changed here, or for too many files. */
async function replaceInFiles(tx: Transaction, old: MediaRecord, path: string): Promise<void> {
  const isNamed = (text: string) => mentionsIn(text).some((one) => stemOf(one) === stemOf(old.path))
  let total = 0
  for (const file of [...old.users.map((post) => post.file), ...otherFiles(tx.snapshot, isNamed)]) {
    const before = await tx.read(file)
    const after = replaceMentions(before, old, pictureOf(path, ''))
    if (after === before) throw new ConflictError('A post has changed meanwhile. Reload the list and try again.')
    total += after.length
    if (total > CHANGE_MAX_BYTES) throw new ConflictError('Too many texts use this image to change them at once.')
    tx.write(file, after)
  }
}
