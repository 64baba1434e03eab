import { join } from 'node:path'
import * as v from 'valibot'
import { pictureOf } from '#contract/pictures.ts'
import { CHANGE_MAX_BYTES, type Content, type Editor } from '#server/content/content.ts'
import { postsShowing } from '#server/content/snapshot/picture-uses.ts'
import { ConflictError, NotFoundError, StorageError } from '#server/lib/errors.ts'
import { readBytes, unlessMissing } from '#server/storage/files.ts'
import { type DeletedImages, isTooOld, newDeletion, removeOldDeletions } from './deleted-images.ts'
import type { Details, ImageDetails } from './image-details.ts'
import { type ImageStore, pathsOf } from './image-store.ts'
import type { LibraryFile } from './library-files.ts'
import { colocatedFile, isUsed, type MediaRecord, type ReadMedia } from './media-items.ts'

type UnusedImagesDeps = {
  content: Pick<Content, 'snapshot' | 'change'>
  images: Pick<ImageStore, 'sync' | 'filesOf' | 'remove' | 'putBack'>
  readMedia: ReadMedia
  details: ImageDetails
  deleted: DeletedImages
  publicDir: string
  /** Whether git has recorded each change so far. Until then, its queue deletes the files of a deletion once more. */
  isRecorded(): Promise<boolean>
  now(): Date
}

/** What `deletion.json` says of a deletion. */
const DELETION = 'deletion.json'
const DeletionSchema = v.array(
  v.object({ file: v.string(), details: v.optional(v.record(v.string(), v.string()), {}) }),
)

export type Removal = { deleted: readonly MediaRecord[]; kept: readonly MediaRecord[]; undo: string | null }

/** Deletes images that nothing uses, and brings them back. Functions throw `StorageError`. */
export function createUnusedImages(deps: UnusedImagesDeps) {
  const { content, images, readMedia, details, deleted, publicDir, isRecorded, now } = deps

  /**
   * Deletes those of the images that nothing uses at that moment, as one change. Their files are stored apart before. Throws
   * `ConflictError` where the images of posts are too large for one change.
   */
  async function remove(files: readonly string[], editor: Editor): Promise<Removal> {
    await removeOldDeletions(deleted, now())
    await images.sync()
    const id = newDeletion(now())
    const { get } = await readMedia(content.snapshot())
    const chosen = [...new Set(files)].flatMap((file) => get(file) ?? [])
    const known = await details.all()
    for (const one of chosen.filter((image) => isOfLibrary(image) && !isUsed(image))) await copyFiles(id, one)
    const gone = await content.change(
      async (tx) => {
        const { get } = await readMedia(tx.snapshot)
        const unused = chosen.flatMap(({ file }) => get(file) ?? []).filter((image) => !isUsed(image))
        const ofPosts = unused.filter((image) => !isOfLibrary(image))
        if (ofPosts.reduce((sum, { bytes }) => sum + bytes, 0) > CHANGE_MAX_BYTES) throw new ConflictError(TOO_LARGE)
        for (const { file } of ofPosts) {
          const path = colocatedFile(file) ?? ''
          await deleted.put(id, file, await tx.readBytes(path))
          tx.remove(path)
        }
        const deletion = unused.map(({ file }) => ({ file, details: known.get(file) }))
        await deleted.put(id, DELETION, new TextEncoder().encode(JSON.stringify(deletion)))
        return unused
      },
      (unused) => {
        const removed = unused.filter(isOfLibrary).flatMap(({ file }) => images.filesOf(file))
        const subject = `image: delete ${inWords(unused.length)} without a use`
        return { subject, editor, removed, isOutside: removed.length > 0 }
      },
    )
    for (const { file } of gone) {
      if (colocatedFile(file) === undefined) await images.remove(file)
      await details.remove(file)
    }
    const taken = new Set((await takenMeanwhile(gone)).map(({ file }) => file))
    if (taken.size > 0) await restore(id, editor, taken)
    const removed = gone.filter(({ file }) => !taken.has(file))
    if (removed.length === 0) await deleted.remove(id)
    const isGone = (file: string) => removed.some((image) => image.file === file)
    const after = await readMedia(content.snapshot())
    return {
      deleted: removed,
      kept: chosen.flatMap(({ file }) => (isGone(file) ? [] : (after.get(file) ?? []))),
      undo: removed.length > 0 ? id : null,
    }
  }

  async function copyFiles(id: string, { file }: MediaRecord): Promise<void> {
    for (const path of pathsOf(file)) {
      const bytes = await readBytes(join(publicDir, path)).catch(unlessMissing)
      if (bytes) await deleted.put(id, path, bytes)
    }
  }

  /** A post can be saved between the decision and the deletion of the files. */
  async function takenMeanwhile(gone: readonly MediaRecord[]): Promise<MediaRecord[]> {
    const snapshot = content.snapshot()
    const { get } = await readMedia(snapshot, gone.filter(isOfLibrary).map(asLibraryFile))
    return gone.filter((image) => {
      const colocated = colocatedFile(image.file)
      if (colocated !== undefined) return postsShowing(snapshot, colocated).length > 0
      const record = get(image.file)
      return record !== undefined && isUsed(record)
    })
  }

  /** Brings images of a deletion back as they were. `only`: these, and the others stay deleted. */
  async function restore(id: string, editor: Editor, only?: ReadonlySet<string>): Promise<number> {
    if (isTooOld(id, now())) throw new NotFoundError(TOO_LATE)
    const paths = await deleted.paths(id)
    if (!paths.includes(DELETION)) throw new NotFoundError(TOO_LATE)
    if (!(await isRecorded())) throw new ConflictError(NOT_RECORDED)
    const stored = v.parse(DeletionSchema, JSON.parse(new TextDecoder().decode(await deleted.read(id, DELETION))))
    const restored = stored.filter(({ file }) => only === undefined || only.has(file))
    const ofPosts = new Map<string, Uint8Array>()
    const files: string[] = []
    for (const { file } of restored) {
      const colocated = colocatedFile(file)
      if (colocated !== undefined) ofPosts.set(colocated, await deleted.read(id, file))
      else
        for (const path of pathsOf(file).filter((one) => paths.includes(one))) {
          await images.putBack(path, await deleted.read(id, path))
          files.push(join(publicDir, path))
        }
    }
    await content.change(
      async (tx) => {
        for (const [file, bytes] of ofPosts) if (!(await tx.exists(file))) tx.write(file, bytes)
      },
      { subject: `image: restore ${inWords(restored.length)}`, editor, files, isOutside: files.length > 0 },
    )
    for (const one of restored) await details.change(one.file, one.details satisfies Details)
    if (only === undefined) await deleted.remove(id)
    return restored.length
  }

  return {
    remove: (files: readonly string[], editor: Editor) => remove(files, editor).catch(notStored),
    /** Throws `NotFoundError` after a day, and `ConflictError` while git has not recorded the deletion. */
    restore: (id: string, editor: Editor) => restore(id, editor).catch(notStored),
  }
}
export type UnusedImages = ReturnType<typeof createUnusedImages>

const TOO_LARGE = 'These images are too large to be deleted at once. Select fewer of those in the folders of posts.'
const TOO_LATE = 'This deletion can no longer be undone: that is possible once, within a day.'
const NOT_RECORDED = 'Git has not recorded the deletion yet. Try again in a moment.'

const isOfLibrary = ({ file }: MediaRecord) => colocatedFile(file) === undefined
const inWords = (count: number) => (count === 1 ? 'an image' : `${count} images`)
const asLibraryFile = ({ path, bytes, changedMs }: MediaRecord): LibraryFile => ({
  picture: pictureOf(path, ''),
  bytes,
  changedMs,
})

function notStored(error: unknown): never {
  throw error instanceof Error && 'code' in error && !('kind' in error) ? new StorageError(error) : error
}
