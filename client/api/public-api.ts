import type { Api, CardQuery } from '#contract/api.ts'
import type { Author } from '#contract/author.ts'
import type { Landing } from '#contract/landing.ts'
import { POSTS_PER_PAGE } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { DescribedTerm, PostCard, PostPage } from '#contract/posts.ts'
import type { Plan } from '#contract/site.ts'
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

  const maybe = (path: string) =>
    get(path).catch((error) => {
      if (error instanceof ApiError && error.status === 404) return undefined
      throw error
    })
  const post = async (id: string): Promise<PostPage | undefined> => (await maybe(apiPaths.post(id)))?.json()
  const author = async (id: string): Promise<Author | undefined> => (await maybe(apiPaths.author(id)))?.json()
  const landing = async (id: string): Promise<Landing | undefined> => (await maybe(apiPaths.landing(id)))?.json()

  const names = async (path: string): Promise<DescribedTerm[]> => (await get(path)).json()
  const plans = async (): Promise<Plan[]> => (await get(apiPaths.plans)).json()
  const categories = () => names(apiPaths.categories)
  const tags = () => names(apiPaths.tags)
  return { cards, post, author, categories, tags, landing, plans }
}
