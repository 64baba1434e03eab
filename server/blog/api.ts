import type { BlogApi, CardPage, CardQuery } from '#contract/api.ts'
import { isId } from '#contract/ids.ts'
import { POSTS_PER_PAGE } from '#contract/limits.ts'
import type { Name } from '#contract/names.ts'
import type { Post, PostQuery } from '#contract/posts.ts'

/** What the Api is answered from. */
export type Reads = {
  list(query: PostQuery): Promise<CardPage>
  post(id: string): Promise<Post | undefined>
  categories(): Name[]
  tags(): Name[]
}

/**
 * What a route's `load` asks on the server, answered from the snapshot. `uses` is told what the page depends on, in the
 * words of a change: `list`, `names`, `card:<id>`, `post:<id>`; of a post that is not there too, for one day it may be.
 */
export function inProcessApi(reading: Reads, uses: (key: string) => void): BlogApi {
  async function cards({ page = 1, per_page = POSTS_PER_PAGE, ...narrowed }: CardQuery): Promise<CardPage> {
    const { posts, ...place } = await reading.list({ ...narrowed, page, per_page, fields: 'card' })
    for (const key of ['list', 'names', ...posts.map(({ id }) => `card:${id}`)]) uses(key)
    return { posts, ...place }
  }

  async function post(id: string) {
    const post = isId(id) ? await reading.post(id) : undefined
    for (const key of new Set(['names', `post:${id}`, `post:${post?.id ?? id}`])) uses(key)
    return post
  }

  const named = (kind: 'categories' | 'tags') => async () => {
    uses('names')
    return reading[kind]()
  }
  return { cards, post, categories: named('categories'), tags: named('tags') }
}
