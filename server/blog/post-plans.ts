import type { PostForm } from '#contract/posts.ts'
import type { ChangePlan, FileChange } from '#server/content/content.ts'
import { revisionOf } from '#server/content/decode-file.ts'
import { bodyOf, decodePost, editPost, newPost } from '#server/content/post-file.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { Conflict, NotFound } from '#server/http/refusals.ts'
import { sourceOf } from './card.ts'
import { checkNames } from './check-post.ts'
import { isThere } from './is-there.ts'
import { freeId, slugOf } from './slug.ts'
import { StaleSave } from './stale-save.ts'

type Read = Parameters<ChangePlan>[1]

const fileOf = (id: string, format: PostForm['format']) => `posts/${id}.${format}`

/** A new post: its id, made from the title once (decision 7), and its file. `image` is a stored path, `at` this moment. */
export const planCreate =
  (form: PostForm, image: string | undefined, at: string) =>
  async (snapshot: Snapshot, read: Read): Promise<{ id: string; change: FileChange }> => {
    checkNames(form, snapshot)
    const id = await freeId(slugOf(form.title, 'post'), (one) => isTaken(one, snapshot, read))
    const text = newPost({ ...fieldsOf(form, image), date: at }, form.content)
    return { id, change: { file: fileOf(id, form.format), text } }
  }

async function isTaken(id: string, { posts, aliases }: Snapshot, read: Read): Promise<boolean> {
  if (posts.has(id) || aliases.has(id)) return true
  return (await isThere(read, fileOf(id, 'md'))) || (await isThere(read, fileOf(id, 'html')))
}

/**
 * A post's changes, from its file as it is at this moment: an editor may have saved it a blink ago. A form in another
 * format moves it to the other extension (decision 8). Throws `StaleSave`, `NotFound`, `Invalid`, `Conflict`.
 */
export const planUpdate =
  (id: string, form: PostForm, image: string | undefined, at: string): ChangePlan =>
  async (snapshot, read) => {
    const known = snapshot.posts.get(id)
    if (!known) throw new NotFound('This post does not exist.')
    checkNames(form, snapshot)
    const before = await read(known.file)
    const post = decodePost(known.file, before, revisionOf(new TextEncoder().encode(before)))
    const after = editPost(before, { ...fieldsOf(form, image), body: form.content })
    const file = post.file.replace(/(?:md|html)$/, form.format)
    if (after === before && file === post.file) return []
    if (form.revision !== undefined && form.revision !== post.revision) {
      throw new StaleSave(sourceOf(post, bodyOf(before), snapshot))
    }
    const written = { file, text: editPost(after, { updated: at }) }
    if (file === post.file) return [written]
    if (await isThere(read, file)) throw new Conflict('Another file already has the name of this post.')
    return [written, { file: post.file, text: null }]
  }

/** What is absent from the form stays as the file has it. */
const fieldsOf = ({ title, summary, category_id, tags, image_alt, draft }: PostForm, image: string | undefined) => ({
  title,
  summary,
  category: category_id,
  tags,
  image,
  image_alt,
  draft: draft === undefined ? undefined : draft === 'true',
})
