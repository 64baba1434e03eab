import type { StalePost } from '#contract/posts.ts'
import type { ChangePlan, Content } from '#server/content/content.ts'
import { NotFound } from '#server/http/refusals.ts'
import type { Pictures } from '#server/media/pictures.ts'
import { checkTexts } from './check-post.ts'
import type { SentPost } from './form.ts'
import { planCreate, planUpdate } from './post-plans.ts'
import type { Renderer } from './renderer.ts'
import { StaleSave } from './stale-save.ts'

export type PostsDeps = { content: Content; pictures: Pictures; renderer: Renderer; now: () => Date }
type PlannedFrom = Parameters<ChangePlan>
export type Posts = ReturnType<typeof createPosts>

/** What the administrator does with posts (§7). */
export function createPosts({ content, pictures, renderer, now }: PostsDeps) {
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

  /** Writes a new post and gives its id. Throws `Invalid` for a category or tag that does not exist and for a text that is too hard to render, `NotAPicture`. */
  async function create(sent: SentPost): Promise<string> {
    await checkTexts(renderer, sent.fields)
    const image = await kept(sent, planCreate(sent.fields, undefined, at()))
    const files = await filesOf(image)
    let id = ''
    await content.change(
      async (...from) => {
        const made = await planCreate(sent.fields, image, at())(...from)
        id = made.id
        return [made.change]
      },
      () => ({ subject: `post: create "${sent.fields.title}"`, id, files }),
    )
    return id
  }

  /**
   * Changes of a post's file only what is different. Gives what stands there instead, where the editor began from an older
   * file (decision 31): then nothing is written. Throws `NotFound`, `Invalid`, `NotAPicture`.
   */
  async function update(id: string, sent: SentPost): Promise<StalePost | undefined> {
    await checkTexts(renderer, sent.fields)
    try {
      const image = await kept(sent, planUpdate(id, sent.fields, undefined, at()))
      const files = await filesOf(image)
      const note = { subject: `post: update "${sent.fields.title}"`, id, files }
      await content.change(planUpdate(id, sent.fields, image, at()), () => note)
      return undefined
    } catch (error) {
      if (error instanceof StaleSave) return error.answer
      throw error
    }
  }

  /** Throws `NotFound`. */
  async function remove(id: string): Promise<void> {
    let title = ''
    await content.change(
      async ({ posts }) => {
        const post = posts.get(id)
        if (!post) throw new NotFound('This post does not exist.')
        title = post.title
        return [{ file: post.file, text: null }]
      },
      () => ({ subject: `post: delete "${title}"`, id }),
    )
  }

  return { create, update, remove }
}
