import type { Landing } from '#contract/landing.ts'
import type { Plan } from '#contract/plans.ts'
import type { PostCard, PostPage } from '#contract/posts.ts'
import type { DescribedTerm } from '#contract/terms.ts'

export type CardQuery = {
  page?: number
  per_page?: number
  category?: string
  tag?: string
  /** The search query. */
  q?: string
}

/** One page of a list: the cards, the total number of posts, and the page number. */
export type CardPage = {
  posts: PostCard[]
  total: number
  page: number
  pages: number
}

/**
 * The API that a route's `load` may use. On the server it reads the snapshot, in the browser it sends HTTP requests; a page cannot
 * tell the difference. `undefined` means not found; any other failure is thrown.
 */
export type Api = BlogApi & {
  landing(id: string): Promise<Landing | undefined>
  /** Prices, in plan order. */
  plans(): Promise<Plan[]>
}

/** The blog part of the API. */
export type BlogApi = {
  cards(query: CardQuery): Promise<CardPage>
  post(id: string): Promise<PostPage | undefined>
  categories(): Promise<DescribedTerm[]>
  tags(): Promise<DescribedTerm[]>
}
