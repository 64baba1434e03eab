import type { StalePost } from '#contract/posts.ts'
import type { Content } from '#server/content/content.ts'
import { NotFound } from '#server/http/refusals.ts'
import type { Pictures } from '#server/media/pictures.ts'
import type { SentPost } from './form.ts'
import { planCreate, planUpdate } from './post-plans.ts'
import { StaleSave } from './stale-save.ts'

export type PostsDeps = { content: Content; pictures: Pictures; now: () => Date }
export type Posts = ReturnType<typeof createPosts>

/**
 * What the administrator does with posts (§7). A save is planned twice: once to see whether it will be refused, so that a
 * refused one leaves no picture behind, and once for good, in the one step that nothing comes between.
 */
export function createPosts({ content, pictures, now }: PostsDeps) {
  const at = () => now().toISOString()
  const keep = async ({ picture }: SentPost) => (picture ? await pictures.keep(picture) : undefined)

  /** Writes a new post and gives its id. Throws `Invalid` for a category or tag that does not exist, `NotAPicture`. */
  async function create(sent: SentPost): Promise<string> {
    await planCreate(sent.fields, undefined, at())(content.snapshot(), content.read)
    const image = await keep(sent)
    let id = ''
    await content.change(async (snapshot, read) => {
      const made = await planCreate(sent.fields, image, at())(snapshot, read)
      id = made.id
      return [made.change]
    })
    return id
  }

  /**
   * Changes of a post's file only what is different. Gives what stands there instead, where the editor began from an older
   * file (decision 31): then nothing is written. Throws `NotFound`, `Invalid`, `NotAPicture`.
   */
  async function update(id: string, sent: SentPost): Promise<StalePost | undefined> {
    try {
      await planUpdate(id, sent.fields, undefined, at())(content.snapshot(), content.read)
      await content.change(planUpdate(id, sent.fields, await keep(sent), at()))
      return undefined
    } catch (error) {
      if (error instanceof StaleSave) return error.answer
      throw error
    }
  }

  /** Throws `NotFound`. */
  async function remove(id: string): Promise<void> {
    await content.change(async ({ posts }) => {
      const post = posts.get(id)
      if (!post) throw new NotFound('This post does not exist.')
      return [{ file: post.file, text: null }]
    })
  }

  return { create, update, remove }
}
