import type { BlogApi, CardPage, CardQuery } from '#contract/api.ts'
import { isId } from '#contract/ids.ts'
import { POSTS_PER_PAGE } from '#contract/limits.ts'
import type { DescribedName } from '#contract/names.ts'
import type { PostQuery } from '#contract/post-form.ts'
import type { PostPage } from '#contract/posts.ts'
import { aroundKey, cardKey, linkKey, postKey, type TrackDependency } from '#server/content/changed-keys.ts'

export type Reads = {
  list(query: PostQuery): Promise<CardPage>
  page(id: string): Promise<PostPage | undefined>
  categories(): DescribedName[]
  tags(): DescribedName[]
}

/** The API for a route's `load` on the server. Reads the snapshot, and tracks what each page depends on. */
export function inProcessApi(reading: Reads, uses: TrackDependency): BlogApi {
  async function cards({ page = 1, per_page = POSTS_PER_PAGE, ...narrowed }: CardQuery): Promise<CardPage> {
    const { posts, ...place } = await reading.list({ ...narrowed, page, per_page, fields: 'card' })
    for (const key of ['list', 'terms', ...posts.map(({ id }) => cardKey(id))] as const) uses(key)
    return { posts, ...place }
  }

  async function post(id: string) {
    const post = isId(id) ? await reading.page(id) : undefined
    for (const key of new Set(['terms', postKey(id), postKey(post?.id ?? id)] as const)) uses(key)
    if (post)
      for (const key of ['around', aroundKey(post.id), ...linkedFrom(post).map(({ id }) => linkKey(id))] as const)
        uses(key)
    return post
  }

  const named = (kind: 'categories' | 'tags') => async () => {
    uses('terms')
    return reading[kind]()
  }
  return { cards, post, categories: named('categories'), tags: named('tags') }
}

const linkedFrom = ({ previous, next, related }: PostPage) => [previous, next, ...related].filter((one) => one !== null)
