import type { BlogApi, CardPage, CardQuery } from '#contract/api.ts'
import { isId } from '#contract/ids.ts'
import { POSTS_PER_PAGE } from '#contract/limits.ts'
import type { PostQuery } from '#contract/post-form.ts'
import type { PostPage } from '#contract/posts.ts'
import type { DescribedTerm } from '#contract/terms.ts'
import { cardKey, contextKey, linkKey, postKey, type TrackDependency } from '#server/content/changed-keys.ts'

type Queries = {
  list(query: PostQuery): Promise<CardPage>
  page(id: string): Promise<PostPage | undefined>
  categories(): DescribedTerm[]
  tags(): DescribedTerm[]
}

/** The API for a route's `load` on the server. Reads the snapshot, and tracks what each page depends on. */
export function createPageData(queries: Queries, uses: TrackDependency): BlogApi {
  async function cards({ page = 1, per_page = POSTS_PER_PAGE, ...narrowed }: CardQuery): Promise<CardPage> {
    const { posts, ...place } = await queries.list({ ...narrowed, page, per_page, fields: 'card' })
    for (const key of ['list', 'terms', ...posts.map(({ id }) => cardKey(id))] as const) uses(key)
    return { posts, ...place }
  }

  async function post(id: string) {
    const post = isId(id) ? await queries.page(id) : undefined
    for (const key of new Set(['terms', postKey(id), postKey(post?.id ?? id)] as const)) uses(key)
    if (post)
      for (const key of ['context', contextKey(post.id), ...linkedFrom(post).map(({ id }) => linkKey(id))] as const)
        uses(key)
    return post
  }

  const named = (kind: 'categories' | 'tags') => async () => {
    uses('terms')
    return queries[kind]()
  }
  return { cards, post, categories: named('categories'), tags: named('tags') }
}

const linkedFrom = ({ previous, next, related }: PostPage) => [previous, next, ...related].filter((one) => one !== null)
