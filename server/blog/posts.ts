import type { MergeField, PostForm, StalePost } from '#contract/posts.ts'
import type { ChangePlan, Content } from '#server/content/content.ts'
import type { Sources } from '#server/content/version-store.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import type { Pictures } from '#server/media/pictures.ts'
import { checkTexts } from './check-post.ts'
import { deleteImages, imagesOf } from './delete-post.ts'
import type { SentPost } from './form.ts'
import { type PlannedUpdate, planCreate, planUpdate } from './post-plans.ts'
import type { Renderer } from './render/renderer.ts'
import { SaveConflictError } from './save-conflict.ts'

export type PostsDeps = {
  content: Content
  /** Texts that editors may have begun from. */
  sources: Pick<Sources, 'read'>
  pictures: Pictures
  renderer: Renderer
  now: () => Date
}
/** What of the saved post somebody else changed meanwhile, or what to answer where both cannot be merged. */
export type Updated = { merged: readonly MergeField[] } | { stale: StalePost }
type PlannedFrom = Parameters<ChangePlan>
export type Posts = ReturnType<typeof createPosts>

/** What the administrator does with posts (§7). */
export function createPosts({ content, sources, pictures, renderer, now }: PostsDeps) {
  const at = () => now().toISOString()

  /** Keeps the picture, once it is known that the save with it will not be refused: else it would be left behind. */
  async function kept({ picture }: SentPost, plan: (...from: PlannedFrom) => Promise<unknown>) {
    if (!picture) return undefined
    await content.change(async (...from) => {
      await plan(...from)
      return []
    })
    return pictures.keep(picture)
  }

  const filesOf = async (image: string | undefined) => (image === undefined ? [] : pictures.filesOf(image))

  /** Writes a new post and gives its id. Throws `Invalid` for a category or tag that does not exist and for a text that is too hard to render, `InvalidImageError`. */
  async function create(sent: SentPost): Promise<string> {
    await checkTexts(renderer, sent.fields)
    const image = await kept(sent, (now, _, readBytes) => planCreate(sent.fields, undefined, at())(now, readBytes))
    const files = await filesOf(image)
    let id = ''
    await content.change(
      async (now, _, readBytes) => {
        const made = await planCreate(sent.fields, image, at())(now, readBytes)
        id = made.id
        return [made.change]
      },
      () => ({ subject: `post: create "${sent.fields.title}"`, id, files }),
    )
    return id
  }

  /**
   * Changes of a post's file only what is different, beside what somebody else changed since the editor began. Where both
   * changed the same, nothing is written, and both are given (decision 31). Throws `NotFoundError`, `Invalid`, `InvalidImageError`.
   */
  async function update(id: string, { fields: form, picture }: SentPost): Promise<Updated> {
    await checkTexts(renderer, form)
    const check = (merged: PostForm) => checkTexts(renderer, merged)
    const plan = (image?: string) => planUpdate({ id, form, image, at: at(), readBase: sources.read, check })
    try {
      const image = await kept({ fields: form, picture }, (...from) => plan()(...from).catch(unlessStale))
      const files = await filesOf(image)
      let planned: PlannedUpdate = { id, from: id, changes: [], merged: [] }
      await content.change(
        async (...from) => {
          planned = await plan(image)(...from)
          return planned.changes
        },
        () => ({ subject: updateInWords(form.title, planned), id: planned.id, files }),
      )
      return { merged: planned.merged }
    } catch (error) {
      if (error instanceof SaveConflictError) return { stale: error.answer }
      throw error
    }
  }

  /** Deletes the post's file and the images in its own folder. Throws `NotFoundError`. */
  async function remove(id: string): Promise<void> {
    let title = ''
    let left: readonly string[] = []
    await content.change(
      async (now, _, readBytes) => {
        const post = now.posts.get(id)
        if (!post) throw new NotFoundError('This post does not exist.')
        title = post.title
        const { changes, rest } = await deleteImages(await imagesOf(post, now, readBytes), readBytes)
        left = rest
        return [{ file: post.file, data: null }, ...changes]
      },
      () => ({ subject: `post: delete "${title}"`, id }),
    )
    while (left.length > 0) left = await removeImages(left, { id, title })
  }

  /** Returns the images that are left. */
  async function removeImages(images: readonly string[], { id, title }: { id: string; title: string }) {
    let left: readonly string[] = []
    await content.change(
      async ({ posts }, _, readBytes) => {
        const { changes, rest } = posts.has(id) ? { changes: [], rest: [] } : await deleteImages(images, readBytes)
        left = rest
        return changes
      },
      () => ({ subject: `post: delete images of "${title}"`, id }),
    )
    return left
  }

  return { create, update, remove }
}

const updateInWords = (title: string, { id, from }: PlannedUpdate) =>
  id === from ? `post: update "${title}"` : `post: move "${title}" from ${from} to ${id}`

/** A picture is kept even then: where somebody else chose another one, both are shown. */
function unlessStale(error: unknown): void {
  if (!(error instanceof SaveConflictError)) throw error
}
