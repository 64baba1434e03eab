import type { PostForm } from '#contract/post-form.ts'
import type { MergeField } from '#contract/posts.ts'
import type { Transaction } from '#server/content/content.ts'
import { revisionOf } from '#server/content/decode-file.ts'
import { idOf } from '#server/content/file-id.ts'
import { mergePost } from '#server/content/merge-post.ts'
import { bodyOf, dateInName, decodeFields, editPost, newPost } from '#server/content/post-file.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { ConflictError, NotFoundError } from '#server/lib/errors.ts'
import { checkNames, checkTimes } from './post-form.ts'
import { checkAddress, renameImages, renamePost } from './rename-post.ts'
import { asSent, toSaveConflict } from './save-conflict.ts'
import { freeId, slugOf } from './slug.ts'

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
  readBase: (revision: string) => Promise<string | undefined>
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
  const sides = { base: await readBase(form.revision), mine, theirs: text, inOtherFormat: moved !== file }
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
