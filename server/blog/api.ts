import type { BlogApi, CardPage, CardQuery } from '#contract/api.ts'
import { isId } from '#contract/ids.ts'
import { POSTS_PER_PAGE } from '#contract/limits.ts'
import type { DescribedName } from '#contract/names.ts'
import type { PostLink, PostPage } from '#contract/post-page.ts'
import type { PostQuery } from '#contract/posts.ts'

/** What the Api is answered from. */
export type Reads = {
  list(query: PostQuery): Promise<CardPage>
  page(id: string): Promise<PostPage | undefined>
  categories(): DescribedName[]
  tags(): DescribedName[]
}

/**
 * What a route's `load` asks on the server, answered from the snapshot. `uses` is told what the page depends on, in the
 * words of a change: `list`, `names`, `card:<id>`, `post:<id>`, `link:<id>`, `around`, `around:<id>`; of a post that is not there too, for one day it may be.
 */
export function inProcessApi(reading: Reads, uses: (key: string) => void): BlogApi {
  async function cards({ page = 1, per_page = POSTS_PER_PAGE, ...narrowed }: CardQuery): Promise<CardPage> {
    const { posts, ...place } = await reading.list({ ...narrowed, page, per_page, fields: 'card' })
    for (const key of ['list', 'names', ...posts.map(({ id }) => `card:${id}`)]) uses(key)
    return { posts, ...place }
  }

  async function post(id: string) {
    const post = isId(id) ? await reading.page(id) : undefined
    for (const key of new Set(['names', `post:${id}`, `post:${post?.id ?? id}`])) uses(key)
    if (post) for (const key of ['around', `around:${post.id}`, ...linkedFrom(post).map(linkKey)]) uses(key)
    return post
  }

  const named = (kind: 'categories' | 'tags') => async () => {
    uses('names')
    return reading[kind]()
  }
  return { cards, post, categories: named('categories'), tags: named('tags') }
}

const linkedFrom = ({ previous, next, related }: PostPage) => [previous, next, ...related].filter((one) => one !== null)
const linkKey = ({ id }: PostLink) => `link:${id}`
