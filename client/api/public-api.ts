import type { Api, CardQuery } from '#contract/api.ts'
import { POSTS_PER_PAGE } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { PostCard } from '#contract/posts.ts'
import { ApiError, type Browser, call } from './http.ts'

/** After this time the page reports the failure and tries again. */
const TIMEOUT_MS = 15_000

/** The public API over HTTP, for navigations in the browser. The server uses an in-process API instead. */
export function createPublicApi(browser: Browser = window): Api {
  const get = (path: string) => call(path, { signal: AbortSignal.timeout(TIMEOUT_MS) }, browser)

  async function cards({ page = 1, per_page = POSTS_PER_PAGE, ...filter }: CardQuery) {
    const query = new URLSearchParams({ fields: 'card', page: String(page), per_page: String(per_page), ...filter })
    const answer = await get(`${apiPaths.posts}?${query}`)
    const posts: PostCard[] = await answer.json()
    const total = Number(answer.headers.get('x-total-count') ?? posts.length)
    return { posts, total, page, pages: Math.max(1, Math.ceil(total / per_page)) }
  }

  const read = async (path: string) => (await get(path)).json()
  const find = (path: string) =>
    read(path).catch((error) => {
      if (error instanceof ApiError && error.status === 404) return undefined
      throw error
    })
  return {
    cards,
    post: (id) => find(apiPaths.post(id)),
    author: (id) => find(apiPaths.author(id)),
    term: (kind, id) => find(apiPaths.term(kind, id)),
    landing: (id) => find(apiPaths.landing(id)),
    pageTexts: (id) => read(apiPaths.pageTexts(id)),
    categories: () => read(`${apiPaths.categories}?state=live`),
    tags: () => read(`${apiPaths.tags}?state=live`),
    plans: () => read(apiPaths.plans),
  }
}
