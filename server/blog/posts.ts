import type { PostForm } from '#contract/post-form.ts'
import type { MergeField, StalePost } from '#contract/posts.ts'
import type { Content, Transaction } from '#server/content/content.ts'
import { idOf } from '#server/content/content-file.ts'
import { revisionOf } from '#server/content/decode-file.ts'
import { type MergedKey, type MergedPost, mergePost, type PostSides } from '#server/content/merge-post.ts'
import { bodyOf, dateInName, decodeFields, decodePost, editPost, newPost } from '#server/content/post-file.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import type { VersionStore } from '#server/content/version-store.ts'
import { ConflictError, NotFoundError } from '#server/lib/errors.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { checkAddress, deleteImages, imagesOf, renameImages, renamePost } from './post-files.ts'
import { checkNames, checkTexts, checkTimes, type SentPost } from './post-form.ts'
import { sourceOf } from './post-views.ts'
import type { Renderer } from './render/renderer.ts'
import { freeId, slugOf } from './slug.ts'

export type PostsDeps = {
  content: Content
  /** Earlier texts, from which editors may have begun. */
  versions: Pick<VersionStore, 'read'>
  pictures: ImageStore
  renderer: Renderer
  now: () => Date
}
/** The fields of the saved post that another user changed meanwhile, or the response where both cannot be merged. */
export type Updated = { merged: readonly MergeField[] } | { stale: StalePost }
export type Posts = ReturnType<typeof createPosts>

/** Creates, updates and deletes posts for administrators. */
export function createPosts({ content, versions, pictures, renderer, now }: PostsDeps) {
  const at = () => now().toISOString()

  /** Stores the image of a form, once a trial run has shown that the save will not be rejected: else it would be left behind. */
  async function storeImage({ picture }: SentPost, save: (tx: Transaction) => Promise<unknown>) {
    if (!picture) return { image: undefined, files: [] }
    await content.change(async (tx) => {
      await save(tx)
      tx.rollback()
    })
    const image = await pictures.store(picture)
    return { image, files: await pictures.filesOf(image) }
  }

  /** Writes a new post and returns its id. Throws `ValidationError` for a term that does not exist and for a text that cannot be rendered, `InvalidImageError`. */
  async function create(sent: SentPost): Promise<string> {
    const { fields: form } = sent
    await checkTexts(renderer, form)
    const { image, files } = await storeImage(sent, (tx) => createPost(tx, form, { at: at() }))
    return content.change(
      (tx) => createPost(tx, form, { image, at: at() }),
      (id) => ({ subject: `post: create "${form.title}"`, id, files }),
    )
  }

  /**
   * Changes only the fields of a post's file that differ, and merges them with what another user changed meanwhile. Where
   * both changed the same fields, nothing is written, and both versions are returned. Throws `NotFoundError`, `ValidationError`, `InvalidImageError`.
   */
  async function update(id: string, sent: SentPost): Promise<Updated> {
    const { fields: form } = sent
    await checkTexts(renderer, form)
    const check = (merged: PostForm) => checkTexts(renderer, merged)
    const save = (tx: Transaction, image?: string) =>
      updatePost(tx, { id, form, image, at: at(), readBase: versions.read, check })
    try {
      const { image, files } = await storeImage(sent, (tx) => save(tx).catch(unlessStale))
      const { merged } = await content.change(
        (tx) => save(tx, image),
        (updated) => ({ subject: updateSubject(form.title, updated), id: updated.id, files }),
      )
      return { merged }
    } catch (error) {
      if (error instanceof SaveConflictError) return { stale: error.answer }
      throw error
    }
  }

  /** Deletes the post's file and the images in its own folder. Throws `NotFoundError`. */
  async function remove(id: string): Promise<void> {
    const { title, images } = await content.change(
      async (tx) => {
        const post = tx.snapshot.posts.get(id)
        if (!post) throw new NotFoundError('This post does not exist.')
        tx.remove(post.file)
        return { title: post.title, images: await deleteImages(tx, await imagesOf(tx, post)) }
      },
      ({ title }) => ({ subject: `post: delete "${title}"`, id }),
    )
    let left = images
    while (left.length > 0) {
      const next = left
      left = await content.change(async (tx) => (tx.snapshot.posts.has(id) ? [] : deleteImages(tx, next)), {
        subject: `post: delete images of "${title}"`,
        id,
      })
    }
  }

  return { create, update, remove }
}

const updateSubject = (title: string, { id, from }: UpdateResult) =>
  id === from ? `post: update "${title}"` : `post: move "${title}" from ${from} to ${id}`

/** The image is stored even then: where another user chose a different one, the editor is shown both. */
function unlessStale(error: unknown): void {
  if (!(error instanceof SaveConflictError)) throw error
}

const fileOf = (id: string, format: PostForm['format']) => `posts/${id}.${format}`

/** Writes a new post and returns its id, as sent or made from the title once. `image` is a stored path, `at` the current time. */
export async function createPost(
  tx: Transaction,
  form: PostForm,
  { image, at }: { image?: string | undefined; at: string },
): Promise<string> {
  checkNames(form, tx.snapshot)
  if (form.address !== undefined) await checkAddress(tx, form.address)
  const id = form.address ?? (await freeId(slugOf(form.title, 'post'), (one) => isTaken(tx, one)))
  const file = fileOf(id, form.format)
  const date = form.date || (form.draft === 'true' ? undefined : at)
  const text = newPost({ ...fieldsOf(form, image), date }, form.content)
  checkTimes(file, text, form)
  tx.write(file, text)
  return id
}

async function isTaken(tx: Transaction, id: string): Promise<boolean> {
  const { posts, aliases } = tx.snapshot
  return (
    posts.has(id) || aliases.has(id) || (await tx.exists(fileOf(id, 'md'))) || (await tx.exists(fileOf(id, 'html')))
  )
}

/** The inputs of an update. `image` is a stored path, `at` the current time. */
export type Update = {
  id: string
  form: PostForm
  image?: string | undefined
  at: string
  /** A stored text by its revision. */
  readBase: (revision: string) => string | undefined
  /** Rejects a merged body that could not be rendered; neither side has sent that one. */
  check: (form: PostForm) => Promise<void>
}
/** `from`: the id that the post had. `merged`: the fields of the saved post that another user changed meanwhile. */
export type UpdateResult = { id: string; from: string; merged: readonly MergeField[] }

/**
 * Updates a post from its file as it is now; where that is not what the editor began from, both changes are merged. A form in
 * another format moves it to the other extension, one with another address to that name. An editor who began before such a
 * move finds the post under its old id. Throws `SaveConflictError`, `NotFoundError`, `ValidationError`, `ConflictError`.
 */
export async function updatePost(tx: Transaction, update: Update): Promise<UpdateResult> {
  const { form, at } = update
  const known = findPost(update.id, tx.snapshot)
  const from = known.id
  const id = form.address ?? from
  checkNames(form, tx.snapshot)
  if (id !== from) await checkAddress(tx, id, known)
  const before = await tx.read(known.file)
  const { merged, ...inPlace } = await mergeIntoFile(update, known.file, before, tx.snapshot)
  const { text, file } = id === from ? inPlace : renamePost(inPlace.text, inPlace.file, known, id)
  const isDated = needsDate(before, file, text)
  const after = isDated ? editPost(text, { date: at }) : text
  checkTimes(file, after, isDated ? { ...form, date: at } : form)
  if (after === before && file === known.file) return { id, from, merged }
  if (file !== known.file) {
    if (await tx.exists(file)) throw new ConflictError('Another file already has the name of this post.')
    await renameImages(tx, known, file)
    tx.remove(known.file)
  }
  tx.write(file, editPost(after, { updated: isDated ? null : at }))
  return { id, from, merged }
}

/** Whether this publishes a draft without a date: it is dated now. */
function needsDate(before: string, file: string, text: string): boolean {
  const { draft, date } = decodeFields(text)
  return !draft && date === null && dateInName(idOf(file)) === null && decodeFields(before).draft
}

function findPost(id: string, { posts, aliases }: Snapshot): PostEntry {
  const known = posts.get(id) ?? posts.get(aliases.get(id) ?? '')
  if (!known) throw new NotFoundError('This post does not exist.')
  return known
}

/** The file's next text; where it is not the one that the editor began from, both changes merged. */
async function mergeIntoFile({ form, image, readBase, check }: Update, file: string, text: string, snapshot: Snapshot) {
  const mine = { ...fieldsOf(form, image), body: form.content }
  const moved = file.replace(/(?:md|html)$/, form.format)
  const revision = revisionOf(new TextEncoder().encode(text))
  const whole = { text: editPost(text, mine), file: moved, merged: [] }
  const isSame = whole.text === text && moved === file
  if (form.revision === undefined || form.revision === revision || isSame) return whole
  const sides = { base: readBase(form.revision), mine, theirs: text, inOtherFormat: moved !== file }
  const merged = mergePost(sides)
  const files = { base: { file: moved, revision: form.revision }, theirs: { file, revision } }
  if (merged.fields.length + merged.body.conflicts.length > 0) throw toSaveConflict(sides, files, merged, snapshot)
  const content = bodyOf(merged.text)
  if (content !== form.content) await check({ ...form, content })
  return { text: merged.text, file, merged: merged.theirs.map(asSent) }
}

/** Fields that are absent from the form stay as they are in the file. */
const fieldsOf = (
  { title, summary, category_id, tags, image_alt, draft, date, expires }: PostForm,
  image: string | undefined,
) => ({
  title,
  summary,
  category: category_id,
  tags,
  image,
  image_alt,
  date,
  expires,
  draft: draft === undefined ? undefined : draft === 'true',
})

/**
 * A save whose editor began from an older file conflicts with the current one. `answer` is the body of the 409
 * response.
 */
export class SaveConflictError extends Error {
  override name = 'StaleSave'
  readonly answer: StalePost
  constructor(found: Omit<StalePost, 'message'>) {
    super('This post has been changed since you opened it.')
    this.answer = { message: this.message, ...found }
  }
}

type FileRef = { file: string; revision: string }

/** Builds the error from both sides of a save and their conflicting fields. */
export function toSaveConflict(
  { base, theirs }: PostSides,
  lies: { base: FileRef; theirs: FileRef },
  { isBaseKnown, text, theirs: changed, fields, body }: MergedPost,
  snapshot: Snapshot,
): SaveConflictError {
  const source = (written: string, { file, revision }: FileRef) =>
    sourceOf(decodePost(file, written, revision), bodyOf(written), snapshot)
  const stretches = body.conflicts.map(({ base, ...both }) => ({ ...both, base: isBaseKnown ? base : null }))
  return new SaveConflictError({
    base: isBaseKnown && base !== undefined ? source(base, lies.base) : null,
    current: source(theirs, lies.theirs),
    merged: source(text, lies.theirs),
    theirs: changed.map(asSent),
    overlaps: [
      ...fields.map(({ field, ...values }) => ({ field: asSent(field), ...values })),
      ...stretches.map((values) => ({ field: 'content' as const, ...values })),
    ],
    around: body.context,
  })
}

/** The form field for a key of the front matter, or for the body. */
export function asSent(key: MergedKey | 'body'): MergeField {
  if (key === 'category') return 'category_id'
  return key === 'body' ? 'content' : key
}
