import { isBlankMarkup } from '#contract/blank-markup.ts'
import { EXPIRES_TOO_EARLY, neededToPublish, type PostForm } from '#contract/post-form.ts'
import type { MergeField, StalePost } from '#contract/posts.ts'
import type { FieldErrors } from '#contract/validate.ts'
import { CHANGE_MAX_BYTES, type Transaction } from '#server/content/content.ts'
import { revisionOf } from '#server/content/files/content-files.ts'
import {
  bodyOf,
  dateOf,
  decodeFields,
  decodePost,
  editPost,
  type FieldChanges,
  isChangedBy,
  newPost,
  type PostEntry,
  type ReadFields,
  readFields,
  withChanges,
  withSlug,
} from '#server/content/files/post-file.ts'
import { inFormat, wantedId } from '#server/content/files/post-names.ts'
import { type MergedKey, type MergedPost, mergePost } from '#server/content/merge-post.ts'
import { resolveTerm, withTerms } from '#server/content/snapshot/post-terms.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { NotFoundError, ValidationError } from '#server/lib/errors.ts'
import { ifValid } from '#server/text/front-matter/content-file-error.ts'
import { hasEmail } from '#server/text/scan/has-email.ts'
import { makeId } from '#server/text/scan/make-id.ts'
import { freeId } from '#server/text/scan/words.ts'
import { type Creator, defaultAuthor } from './authors.ts'
import { checkAddress, hasFile, moveFile, ownImages, renamed } from './post-address.ts'
import { sourceOf } from './post-shapes.ts'
import type { ShownPost } from './shown-texts.ts'

/** `image`: the stored path of a new one; `null`: none from now on. `at`: the current time. */
type Edit = { form: PostForm; image: string | null | undefined; at: string }

/** Writes a new post and returns its id, as sent or made from the title once. Without an author, it is its creator's. Throws `ValidationError`. */
export async function createPost(
  tx: Transaction,
  { form, image, at, creator }: Edit & { creator: Creator },
): Promise<string> {
  checkTerms(form, tx.snapshot)
  checkAuthor(form)
  if (form.address !== undefined) await checkAddress(tx, form.address)
  const { posts, aliases } = tx.snapshot
  const isTaken = async (id: string) => posts.has(id) || aliases.has(id) || (await hasFile(tx, id))
  const id = form.address ?? (await freeId(makeId(form.title, 'post'), isTaken))
  const file = `posts/${id}.${form.format}`
  const date = form.date || (form.draft === 'true' ? undefined : at)
  const author = form.author || defaultAuthor(creator, tx.snapshot)
  const written = newPost({ ...fieldsOf(form, image), date, author }, form.content)
  // A tag may hide a post that does not say that it is public.
  const text = form.draft === 'true' ? written : editPost(written, { draft: false })
  checkTimes(file, text)
  tx.write(file, wantedId(file) === id ? text : withSlug(text, id))
  return id
}

type Update = Edit & {
  id: string
  /** Returns the stored text that the editor began from. */
  readBase(revision: string): string | undefined
  /** Rejects a merged post that could not be rendered or shows nothing; neither side has sent that one. */
  check(form: PostForm, shown: ShownPost): Promise<void>
}
/** The fields of the saved post that another user changed, or the response where both cannot be merged. */
export type Updated = { merged: readonly MergeField[] } | { stale: StalePost }
/** `from`: the id that the post had before. */
export type UpdatedPost = Updated & { id: string; from: string }

/**
 * Updates a post from its file as it is now; where that is not what the editor began from, both changes are merged. A form in
 * another format moves it to the other extension, one with another address to that name. An editor who began before such a
 * move finds the post under its old id. Where both changed the same, nothing is written. Throws `NotFoundError`, `ValidationError`, `ConflictError`.
 */
export async function updatePost(tx: Transaction, update: Update): Promise<UpdatedPost> {
  const { form, at } = update
  const { posts, aliases } = tx.snapshot
  const known = posts.get(update.id) ?? posts.get(aliases.get(update.id) ?? '')
  if (!known) throw new NotFoundError('This post does not exist.')
  const id = form.address ?? known.id
  checkTerms(form, tx.snapshot)
  checkAuthor(form, known)
  const from = known.id
  if (id !== from) await checkAddress(tx, id, known)
  if (known.hiddenBy && form.draft === 'false')
    throw new ValidationError({ draft: { message: hiddenBySection(known.hiddenBy) } })
  const before = await tx.read(known.file)
  const result = await mergeIntoFile(update, known, before, tx.snapshot)
  if ('stale' in result) return { id, from, ...result }
  const { text, file } = id === from ? result : movedTo(id, result, { known, before, at })
  checkTimes(file, text)
  if (form.draft === 'true') checkMerged(file, text)
  const isMoved = file !== known.file
  if (isMoved) await moveFile(tx, known, file)
  if (isMoved || text !== before) tx.write(file, text)
  return { id, from, merged: result.merged }
}

/** The file of a post cannot make it public then. */
export const hiddenBySection = (page: string) =>
  `This post is a draft because of content/${page}: change that file, or move the post.`

/**
 * What an edit writes about its time: the date of a draft without one that it publishes, else the time of the last change, unless
 * the front matter has to be repaired first.
 */
function timeOf(
  { fields, data, isStrict }: ReadFields,
  wanted: ReadFields['fields'],
  file: string,
  at: string,
): FieldChanges {
  const isPublished = fields.draft && !wanted.draft && dateOf({ fields: wanted, data }, file) === null
  return isPublished ? { date: at, updated: null } : { updated: isStrict ? at : undefined }
}

/** The text and the file under another address. The time of the edit is below what the move adds. */
function movedTo(
  id: string,
  edited: { text: string; file: string },
  edit: { known: PostEntry; before: string; at: string },
) {
  const { known, before, at } = edit
  const { text, file } = renamed(edited.text, edited.file, known, id)
  const time = timeOf(readFields(before, known.file), decodeFields(text, file), file, at)
  return { text: editPost(text, time, file), file }
}

/** The file's next text; where it is not the one that the editor began from, both changes merged. */
async function mergeIntoFile(
  { form, image, at, readBase, check }: Update,
  { id, file }: PostEntry,
  text: string,
  snapshot: Snapshot,
): Promise<{ text: string; file: string; merged: readonly MergeField[] } | { stale: StalePost }> {
  const base = form.revision === undefined ? undefined : readBase(form.revision)
  const changes = asInFile(fieldsOf(form, image), file, base ?? text, snapshot)
  const mine = { ...changes, body: form.content }
  const moved = inFormat(file, form.format)
  const revision = revisionOf(new TextEncoder().encode(text))
  const isRenamed = (form.address ?? id) !== id
  const isChanged = isChangedBy(text, mine, file)
  const read = readFields(text, file)
  if (form.revision === undefined || form.revision === revision || !(isChanged || moved !== file)) {
    const time =
      !isRenamed && (isChanged || moved !== file) ? timeOf(read, withChanges(read.fields, changes), file, at) : {}
    return { text: editPost(text, { ...mine, ...time }, file), file: moved, merged: [] }
  }
  const merged = mergePost({ base, mine, theirs: text, inOtherFormat: moved !== file, file })
  if (merged.fields.length + merged.body.conflicts.length > 0) {
    const source = (text: string, file: string, revision: string) =>
      sourceOf(withTerms(decodePost(file, text, revision), snapshot), text, snapshot)
    const stale = {
      base: merged.isBaseKnown && base !== undefined ? source(base, moved, form.revision) : null,
      current: source(text, file, revision),
      merged: source(merged.text, file, revision),
      ...conflictsOf(merged),
    }
    return { stale: { message: 'This post has been changed since you opened it.', ...stale } }
  }
  const content = bodyOf(merged.text)
  await check({ ...form, content }, decodePost(file, merged.text, revision))
  const isEdited = merged.text !== text || moved !== file
  const time = !isRenamed && isEdited ? timeOf(read, decodeFields(merged.text, file), file, at) : {}
  return { text: editPost(merged.text, time, file), file, merged: merged.theirs.map(fieldName) }
}

export const conflictsOf = ({ isBaseKnown, theirs, fields, body }: MergedPost) => ({
  theirs: theirs.map(fieldName),
  overlaps: [
    ...fields.map(({ field, ...values }) => ({ field: fieldName(field), ...values })),
    ...body.conflicts.map(({ base, ...both }) => ({
      field: 'content' as const,
      ...both,
      base: isBaseKnown ? base : null,
    })),
  ],
  around: body.context,
})

/** The form field for a key of the front matter, or for the body. */
function fieldName(key: MergedKey | 'body'): MergeField {
  if (key === 'category') return 'category_id'
  return key === 'body' ? 'content' : key
}

/** The front matter of a form. Fields that are absent from it stay as they are in the file. */
export function fieldsOf(form: PostForm, image: string | null | undefined) {
  const { content, format, image_path, address, revision, working_copy, category_id: category, draft, ...fields } = form
  return { ...fields, category, image, draft: draft && draft === 'true' }
}

/**
 * The fields without those that the form shows as the post has them, though the file writes them otherwise or not at all: a
 * title from a heading, a date from the name, the id of a category that the file names.
 */
export function asInFile(fields: ReturnType<typeof fieldsOf>, file: string, text: string, snapshot: Snapshot) {
  const written = decodeFields(text, file)
  const shown = ifValid(() => withTerms(decodePost(file, text, ''), snapshot))
  if (!shown) return fields
  const tagOf = (id: string) => written.tags.find((tag) => resolveTerm(snapshot, 'tags', tag) === id) ?? id
  const isSame = (a: string | null | undefined, b: string | null) => (a || null) === (b || null)
  return {
    ...fields,
    title: fields.title === shown.title ? undefined : fields.title,
    category: isSame(fields.category, shown.category) ? undefined : fields.category,
    tags: Bun.deepEquals(fields.tags, shown.tags) ? undefined : fields.tags.map(tagOf),
    date: fields.date && Date.parse(fields.date) === Date.parse(shown.date) ? undefined : fields.date,
  }
}

/** Deletes a post with as many images of its folder as one change can hold, or else only these images. Throws `NotFoundError`. */
export async function deletePost(tx: Transaction, id: string): Promise<{ title: string; isComplete: boolean }> {
  const post = tx.snapshot.posts.get(id)
  if (!post) throw new NotFoundError('This post does not exist.')
  const { files, isComplete } = await deletionOf(tx, post)
  for (const file of files) tx.remove(file)
  return { title: post.title, isComplete }
}

/** The files to delete with a post, and the size of the images among them. */
export async function deletionOf(tx: Transaction, post: PostEntry) {
  const { file, format } = post
  const isShared = await tx.exists(inFormat(file, format === 'md' ? 'html' : 'md'))
  const files: string[] = []
  let bytes = 0
  for (const image of isShared ? [] : ownImages(tx, post)) {
    // An image that is gone by now, or not readable as one, is deleted, too.
    const size = (await tx.readBytes(image).catch(() => new Uint8Array())).length
    if (bytes + size > CHANGE_MAX_BYTES && files.length > 0) return { files, bytes, isComplete: false }
    bytes += size
    files.push(image)
  }
  return { files: [...files, file], bytes, isComplete: true }
}

/** Throws `ValidationError` when the category or a tag does not exist. */
function checkTerms({ category_id, tags }: PostForm, { categories, tags: known }: Snapshot): void {
  const errors: FieldErrors = {}
  if (category_id !== '' && !categories.has(category_id))
    errors.category_id = { message: 'This category does not exist.' }
  if (!tags.every((tag) => known.has(tag))) errors.tags = { message: 'This tag does not exist.' }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
}

/** Throws `ValidationError` for a new author with an e-mail address, which would be left out of pages and feeds. */
function checkAuthor({ author = '' }: PostForm, known?: PostEntry): void {
  if (author !== known?.author && hasEmail(author))
    throw new ValidationError({ author: { message: 'Author must be a name without an e-mail address.' } })
}

/** An incomplete draft that another editor has published since is rejected. Throws `ValidationError`. */
function checkMerged(file: string, text: string): void {
  if (decodeFields(text, file).draft) return
  const errors = missingToPublish(text).map(([field, label]) => [field, { message: `${label} is required.` }] as const)
  if (errors.length > 0) throw new ValidationError(Object.fromEntries(errors))
}

/** The fields that a post needs to be published and does not have, with their labels. */
export function missingToPublish(text: string): [field: string, label: string][] {
  const { summary, category } = decodeFields(text)
  const found = { summary, content: bodyOf(text), category_id: category ?? '' }
  return Object.entries(neededToPublish).filter(([field]) => isBlankMarkup(found[field as keyof typeof found]))
}

/** Throws `ValidationError` unless the post is a draft or has a date (see `dateOf`), and expires after it. */
function checkTimes(file: string, text: string): void {
  const read = readFields(text, file)
  const { draft, expires } = read.fields
  const from = dateOf(read, file)
  if (from === null && draft) return
  if (from === null) throw new ValidationError({ date: { message: 'Date is required.' } })
  if (expires !== null && expires <= from) throw new ValidationError({ expires: { message: EXPIRES_TOO_EARLY } })
}
