import type { MergeField, PostForm } from '#contract/posts.ts'
import type { ChangePlan, FileChange } from '#server/content/content.ts'
import { revisionOf } from '#server/content/decode-file.ts'
import { idOf } from '#server/content/file-id.ts'
import { mergePost } from '#server/content/merge-post.ts'
import { bodyOf, dateInName, decodeFields, editPost, newPost } from '#server/content/post-file.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { ConflictError, NotFoundError } from '#server/lib/errors.ts'
import { checkNames, checkTimes } from './check-post.ts'
import { isThere } from './is-there.ts'
import { checkAddress, movedPictures, movedPost } from './rename-post.ts'
import { asSent, toSaveConflict } from './save-conflict.ts'
import { freeId, slugOf } from './slug.ts'

type From = Parameters<ChangePlan>
type ReadBytes = From[2]

const fileOf = (id: string, format: PostForm['format']) => `posts/${id}.${format}`

/** A new post: its id, as sent or made from the title once (decision 7), and its file. `image` is a stored path, `at` this moment. */
export const planCreate =
  (form: PostForm, image: string | undefined, at: string) =>
  async (snapshot: Snapshot, readBytes: ReadBytes): Promise<{ id: string; change: FileChange }> => {
    checkNames(form, snapshot)
    if (form.address !== undefined) await checkAddress(form.address, undefined, snapshot, readBytes)
    const id = form.address ?? (await freeId(slugOf(form.title, 'post'), (one) => isTaken(one, snapshot, readBytes)))
    const file = fileOf(id, form.format)
    const text = newPost(
      { ...fieldsOf(form, image), date: form.date || (form.draft === 'true' ? undefined : at) },
      form.content,
    )
    checkTimes(file, text, form)
    return { id, change: { file, data: text } }
  }

async function isTaken(id: string, { posts, aliases }: Snapshot, readBytes: ReadBytes): Promise<boolean> {
  if (posts.has(id) || aliases.has(id)) return true
  return (await isThere(readBytes, fileOf(id, 'md'))) || (await isThere(readBytes, fileOf(id, 'html')))
}

/** What an update is planned from. `image` is a stored path, `at` this moment. */
export type Update = {
  id: string
  form: PostForm
  image: string | undefined
  at: string
  /** A text by its revision, as far as it is kept. */
  readBase: (revision: string) => Promise<string | undefined>
  /** Refuses a merged body that could not be shown; nobody has sent that one. */
  check: (form: PostForm) => Promise<void>
}
/** `from`: the id that the post had. `merged`: what of the saved post somebody else changed meanwhile. */
export type PlannedUpdate = { id: string; from: string; changes: readonly FileChange[]; merged: readonly MergeField[] }

/**
 * A post's changes, from its file as it is at this moment: an editor may have saved it a blink ago. Then both changes are
 * merged. A form in another format moves it to the other extension (decision 8), one with another address to that name;
 * who began before such a move finds the post under its old id. Throws `SaveConflictError`, `NotFoundError`, `Invalid`, `ConflictError`.
 */
export const planUpdate =
  (update: Update) =>
  async (...[snapshot, read, readBytes]: From): Promise<PlannedUpdate> => {
    const { form, at } = update
    const known = postNow(update.id, snapshot)
    const from = known.id
    const id = form.address ?? from
    checkNames(form, snapshot)
    if (id !== from) await checkAddress(id, known, snapshot, readBytes)
    const before = await read(known.file)
    const { merged, ...inPlace } = await saved(update, known.file, before, snapshot)
    const { text, file } = id === from ? inPlace : movedPost(inPlace.text, inPlace.file, known, id)
    const isDated = needsDate(before, file, text)
    const after = isDated ? editPost(text, { date: at }) : text
    checkTimes(file, after, isDated ? { ...form, date: at } : form)
    if (after === before && file === known.file) return { id, from, changes: [], merged }
    const written = { file, data: editPost(after, { updated: isDated ? null : at }) }
    if (file === known.file) return { id, from, changes: [written], merged }
    if (await isThere(readBytes, file)) throw new ConflictError('Another file already has the name of this post.')
    const pictures = await movedPictures(known, file, snapshot, readBytes)
    return { id, from, changes: [written, { file: known.file, data: null }, ...pictures], merged }
  }

/** Whether a draft without a date becomes public by this: it is dated now. */
function needsDate(before: string, file: string, text: string): boolean {
  const { draft, date } = decodeFields(text)
  return !draft && date === null && dateInName(idOf(file)) === null && decodeFields(before).draft
}

function postNow(id: string, { posts, aliases }: Snapshot): PostEntry {
  const known = posts.get(id) ?? posts.get(aliases.get(id) ?? '')
  if (!known) throw new NotFoundError('This post does not exist.')
  return known
}

/** What the file becomes; where it is not the one that the editor began from, both together. */
async function saved({ form, image, readBase, check }: Update, file: string, text: string, snapshot: Snapshot) {
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

/** What is absent from the form stays as the file has it. */
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
