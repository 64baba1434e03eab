import type { PostForm } from '#contract/post-form.ts'
import type { MergeField, StalePost } from '#contract/posts.ts'
import type { Content, Transaction } from '#server/content/content.ts'
import type { Sources } from '#server/content/version-store.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import type { Pictures } from '#server/media/pictures.ts'
import { deleteImages, imagesOf } from './delete-post.ts'
import { createPost, type UpdateResult, updatePost } from './post-changes.ts'
import type { SentPost } from './post-form.ts'
import { checkTexts } from './post-form.ts'
import type { Renderer } from './render/renderer.ts'
import { SaveConflictError } from './save-conflict.ts'

export type PostsDeps = {
  content: Content
  /** Earlier texts, from which editors may have begun. */
  sources: Pick<Sources, 'read'>
  pictures: Pictures
  renderer: Renderer
  now: () => Date
}
/** The fields of the saved post that another user changed meanwhile, or the response where both cannot be merged. */
export type Updated = { merged: readonly MergeField[] } | { stale: StalePost }
export type Posts = ReturnType<typeof createPosts>

/** Creates, updates and deletes posts for administrators. */
export function createPosts({ content, sources, pictures, renderer, now }: PostsDeps) {
  const at = () => now().toISOString()

  /** Stores the image of a form, once a trial run has shown that the save will not be rejected: else it would be left behind. */
  async function storeImage({ picture }: SentPost, save: (tx: Transaction) => Promise<unknown>) {
    if (!picture) return { image: undefined, files: [] }
    await content.change(async (tx) => {
      await save(tx)
      tx.rollback()
    })
    const image = await pictures.keep(picture)
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
      updatePost(tx, { id, form, image, at: at(), readBase: sources.read, check })
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
