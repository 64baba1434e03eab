import type { Bulk } from '#contract/bulk.ts'
import { type Exemption, exemptionOf, type PostForm, postFormSchema } from '#contract/post-form.ts'
import type { Content, Editor, Transaction } from '#server/content/content.ts'
import type { FileCache } from '#server/content/file-cache.ts'
import { bodyOf, type PostEntry } from '#server/content/files/post-file.ts'
import { parseOrThrow } from '#server/http/body.ts'
import { ValidationError } from '#server/lib/errors.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { InvalidImageError } from '#server/media/image-store.ts'
import { withWords } from '#server/text/merge/conflict-words.ts'
import { type BlockLines, withWholeBlocks } from '#server/text/merge/whole-blocks.ts'
import type { Creator } from './authors.ts'
import { changePosts } from './bulk-changes.ts'
import { duplicatePost } from './duplicate-post.ts'
import { type CreatedTerm, createNewTerms, withNewTerms } from './new-terms.ts'
import { createPost, deletePost, type UpdatedPost, updatePost } from './post-changes.ts'
import { createPostImages, type Picture } from './post-images.ts'
import type { Renderer } from './render/renderer.ts'
import { isBodyBlank, type ShownPost, shownAs, textErrors } from './shown-texts.ts'

type PostsDeps = {
  /** The content folder. */
  dir: string
  content: Content
  versions: Pick<FileCache, 'read'>
  pictures: ImageStore
  renderer: Renderer
  blockLines: BlockLines
  now(): Date
}
export type Posts = ReturnType<typeof createPosts>

/** Creates, updates and deletes posts for administrators. */
export function createPosts({ content, dir, versions, pictures, renderer, blockLines, now }: PostsDeps) {
  const images = createPostImages({ dir, content, versions, pictures })

  /** The post with this id now, or formerly. */
  function postAt(id: string): PostEntry | undefined {
    const { posts, aliases } = content.snapshot()
    return posts.get(id) ?? posts.get(aliases.get(id) ?? '')
  }

  /**
   * Writes a new post, with the terms that it is the first to have, and returns its id and these. Throws `ValidationError` for a
   * term that does not exist and for a text that cannot be rendered, `InvalidImageError`.
   */
  async function create(sent: SentPost, editor: Editor & Creator): Promise<{ id: string; terms: CreatedTerm[] }> {
    const form = sent.fields
    await check(form, shownAs(form, undefined))
    const save = async (before: Transaction, image: string | null | undefined) => {
      const { tx, form: resolved, created: terms } = await createNewTerms(before, form)
      return { id: await createPost(tx, { form: resolved, image, at: now().toISOString(), creator: editor }), terms }
    }
    const { image, files } = await images.prepare(sent, save, editor)
    return content.change(
      (tx) => save(tx, image),
      ({ id }) => ({ subject: `post: create "${form.title}"`, id, files, editor }),
    )
  }

  /**
   * Changes only the fields of a post's file that differ, and merges them with another user's changes. Where
   * both changed the same fields, nothing is written, and both versions are returned. Throws `NotFoundError`, `ValidationError`, `InvalidImageError`.
   */
  async function update(
    known: string,
    sent: SentPost,
    editor: Editor,
  ): Promise<UpdatedPost & { terms: CreatedTerm[] }> {
    const form = sent.fields
    const lacks = await isPublicWithoutContent(known)
    const post = postAt(known)
    await check(form, shownAs(form, post), lacks)
    const checkMerged = (merged: PostForm, shown: ShownPost) => check(merged, shown, lacks)
    const save = async (before: Transaction, image: string | null | undefined) => {
      const { tx, form: resolved, created: terms } = await createNewTerms(before, form)
      const at = now().toISOString()
      const edit = { id: known, form: resolved, image, at, readBase: versions.read, check: checkMerged }
      const updated = await updatePost(tx, edit)
      if (!('stale' in updated)) return { ...updated, terms }
      tx.rollback()
      return { ...updated, stale: withNewTerms(updated.stale, terms), terms: [] }
    }
    const { image, files } = await images.prepare(sent, save, editor, post)
    const updated = await content.change(
      (tx) => save(tx, image),
      ({ id, from }) => {
        const subject = id === from ? `update "${form.title}"` : `move "${form.title}" from ${from} to ${id}`
        return { subject: `post: ${subject}`, id, files, editor }
      },
    )
    if (!('stale' in updated)) return updated
    const stale = await withWholeBlocks(updated.stale, form.format, blockLines)
    return { ...updated, stale: await withWords(stale, form.format, renderer.html) }
  }

  /** Deletes the post's file and the images in its own folder, in as many changes as these need. Throws `NotFoundError`. */
  async function remove(id: string, editor: Editor): Promise<void> {
    const { isComplete } = await content.change(
      (tx) => deletePost(tx, id),
      ({ title, isComplete }) => ({ subject: `post: delete ${isComplete ? '' : 'images of '}"${title}"`, id, editor }),
    )
    if (!isComplete) await remove(id, editor)
  }

  /** Copies a post as a draft and returns the id of the copy. Throws `NotFoundError` and `ConflictError`. */
  const duplicate = async (id: string, editor: Editor): Promise<string> => {
    const copy = await content.change(
      (tx) => duplicatePost(tx, id),
      (made) => ({ subject: `post: duplicate "${made.title}"`, id: made.id, editor }),
    )
    return copy.id
  }

  /** Applies one action to several posts in one commit. Throws `ValidationError` for a term that does not exist. */
  const changeAll = (bulk: Bulk, editor: Editor) =>
    content.change(
      (tx) => changePosts(tx, bulk, { at: now().toISOString(), showsNothing }),
      ({ changed }) => ({ subject: bulkSubject(bulk, changed), editor }),
    )

  /** Throws `ValidationError`. A draft may show nothing, and a public post that `lacks` content already. */
  async function check({ summary, content, draft }: PostForm, shown: ShownPost, lacks = false): Promise<void> {
    const errors = await textErrors(renderer, shown, { summary, content, mayBeBlank: draft === 'true' || lacks })
    if (Object.keys(errors).length > 0) throw new ValidationError(errors)
  }

  const showsNothing = (post: PostEntry, text: string) => isBodyBlank(renderer, post, bodyOf(text))

  /** Whether readers see nothing of this post, which is public. */
  async function isPublicWithoutContent(id: string): Promise<boolean> {
    const post = postAt(id)
    return post !== undefined && !post.draft && showsNothing(post, await content.text(post))
  }

  /** What the form of this post may lack, because the post does so now. */
  async function exemption(id: string): Promise<Exemption> {
    const post = postAt(id)
    if (!post || post.draft) return exemptionOf(post && { ...post, content: '', category_id: post.category })
    const body = bodyOf(await content.text(post))
    return exemptionOf({ ...post, content: body, category_id: post.category })
  }

  return { create, update, duplicate, remove, changeAll, exemption }
}

const bulkVerbs = {
  ...{ publish: 'publish', unpublish: 'unpublish', delete: 'delete' },
  ...{ tag: 'tag', untag: 'untag', category: 'change category of', author: 'change author of' },
} as const

/** `post: publish "How to plan a bake"`, `post: publish 3 posts` */
const bulkSubject = ({ action }: Bulk, changed: readonly { title: string }[]) =>
  `post: ${bulkVerbs[action]} ${changed.length === 1 ? `"${changed[0]?.title}"` : `${changed.length} posts`}`

/** The editor's form: text fields, and an image if one was picked. */
type SentPost = { fields: PostForm; picture: Picture | undefined }

/**
 * Reads the multipart form: a title like `{"a":1}` stays text, and a single `tags[]` is a list. `stored`: what the post
 * that it updates lacks already. Throws `ValidationError` and `InvalidImageError`.
 */
export async function sentPost(form: FormData, stored?: Exemption): Promise<SentPost> {
  // Browsers send line breaks as CRLF, which must not count towards the length.
  const texts = [...form].map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value,
  ])
  const { image, address, 'tags[]': _, ...fields } = Object.fromEntries(texts)
  const tags = [...new Set([...form.getAll('tags[]'), ...form.getAll('tags')])].filter((tag) => tag !== '')
  return {
    fields: parseOrThrow(postFormSchema(stored), { ...fields, tags, address: address || undefined }),
    picture: await pictureIn(image),
  }
}

/** Browsers send an empty file for a picker without a selection. Other clients may send one without a name. */
async function pictureIn(part: FormDataEntryValue | undefined): Promise<Picture | undefined> {
  if (part === undefined || part === '') return undefined
  if (typeof part === 'string') throw new InvalidImageError('The image must be sent as a file.')
  return part.size === 0 ? undefined : { bytes: await part.bytes(), name: part.name ?? '' }
}
