import { EXPIRES_TOO_EARLY, type PostForm, PostFormSchema } from '#contract/post-form.ts'
import type { MergeField, StalePost } from '#contract/posts.ts'
import type { FieldErrors } from '#contract/validate.ts'
import type { Content, Transaction } from '#server/content/content.ts'
import { idOf } from '#server/content/content-file.ts'
import { revisionOf } from '#server/content/decode-file.ts'
import type { VersionStore } from '#server/content/file-cache.ts'
import { mergePost } from '#server/content/merge-post.ts'
import { bodyOf, dateInName, decodeFields, editPost, newPost } from '#server/content/post-file.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { parseOrThrow } from '#server/http/read-body.ts'
import { ConflictError, NotFoundError, ValidationError } from '#server/lib/errors.ts'
import { UnrenderableContentError } from '#server/lib/nesting-limit.ts'
import { freeId, slugOf } from '#server/lib/slug.ts'
import { InvalidImageError } from '#server/media/image-format.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { checkAddress, deleteImages, imagesOf, renameImages, renamePost } from './post-files.ts'
import type { Renderer } from './render/renderer.ts'
import { asSent, SaveConflictError, toSaveConflict } from './save-conflict.ts'

type PostsDeps = { content: Content; versions: VersionStore; pictures: ImageStore; renderer: Renderer; now(): Date }
/** The fields of the saved post that another user changed meanwhile, or the response where both cannot be merged. */
type Updated = { merged: readonly MergeField[] } | { stale: StalePost }
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
async function createPost(
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

type Update = {
  id: string
  form: PostForm
  image?: string | undefined
  at: string
  /** Returns the stored text that the editor began from. */
  readBase: (revision: string) => string | undefined
  /** Rejects a merged body that could not be rendered; neither side has sent that one. */
  check: (form: PostForm) => Promise<void>
}
/** `from`: the id that the post had. `merged`: the fields of the saved post that another user changed meanwhile. */
type UpdateResult = { id: string; from: string; merged: readonly MergeField[] }

/**
 * Updates a post from its file as it is now; where that is not what the editor began from, both changes are merged. A form in
 * another format moves it to the other extension, one with another address to that name. An editor who began before such a
 * move finds the post under its old id. Throws `SaveConflictError`, `NotFoundError`, `ValidationError`, `ConflictError`.
 */
async function updatePost(tx: Transaction, update: Update): Promise<UpdateResult> {
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

/** The editor's form: text fields, and an image if one was picked. */
type SentPost = { fields: PostForm; picture: Uint8Array | undefined }

/**
 * Reads the multipart form: a title like `{"a":1}` stays text, and a single `tags[]` is a list. Throws
 * `ValidationError` and `InvalidImageError`.
 */
export async function sentPost(form: FormData): Promise<SentPost> {
  const text = (name: string) => asWritten(form.get(name) ?? undefined)
  const fields = parseOrThrow(PostFormSchema, {
    title: text('title'),
    summary: text('summary'),
    content: text('content'),
    category_id: text('category_id'),
    tags: [...new Set([...form.getAll('tags[]'), ...form.getAll('tags')])].filter((tag) => tag !== ''),
    format: text('format'),
    image_alt: text('image_alt'),
    draft: text('draft'),
    date: text('date'),
    expires: text('expires'),
    address: text('address') || undefined,
    revision: text('revision'),
  })
  return { fields, picture: await pictureIn(form.get('image')) }
}

/** Browsers send line breaks as CRLF, which must not count towards the length. */
const asWritten = (value: FormDataEntryValue | undefined) =>
  typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value

/** Browsers send an empty file for a picker without a selection. */
async function pictureIn(part: FormDataEntryValue | null): Promise<Uint8Array | undefined> {
  if (part === null || part === '') return undefined
  if (typeof part === 'string') throw new InvalidImageError('The image must be sent as a file.')
  return part.size === 0 ? undefined : part.bytes()
}

/** Throws `ValidationError` when the category or a tag does not exist. */
function checkNames({ category_id, tags }: PostForm, snapshot: Snapshot): void {
  const errors: FieldErrors = {}
  if (!snapshot.categories.has(category_id)) errors.category_id = { message: 'This category does not exist.' }
  if (!tags.every((tag) => snapshot.tags.has(tag))) errors.tags = { message: 'This tag does not exist.' }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
}

/** Throws `ValidationError` unless the post is a draft or has a date (in its file or file name), and expires after it. */
function checkTimes(file: string, text: string, { date, expires }: PostForm): void {
  if (date === undefined && expires === undefined) return
  const fields = decodeFields(text)
  const from = fields.date ?? dateInName(idOf(file))
  if (from === null && fields.draft) return
  if (from === null) throw new ValidationError({ date: { message: 'Date is required.' } })
  if (fields.expires !== null && fields.expires <= from)
    throw new ValidationError({ expires: { message: EXPIRES_TOO_EARLY } })
}

/** Throws `ValidationError` for texts that cannot be rendered. The results are cached for the page that shows them. */
async function checkTexts({ html }: Renderer, { format, summary, content }: PostForm): Promise<void> {
  const errors: FieldErrors = {}
  const check = async (field: 'summary' | 'content', rendered: Promise<string>) => {
    await rendered.catch((error) => {
      if (!(error instanceof UnrenderableContentError)) throw error
      errors[field] = { message: error.message }
    })
  }
  await check('summary', html('html', summary))
  await check('content', html(format, content))
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
}
