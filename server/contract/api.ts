import type { Landing } from '#contract/landing.ts'
import type { DescribedName } from '#contract/names.ts'
import type { Plan } from '#contract/plans.ts'
import type { PostPage } from '#contract/post-page.ts'
import type { PostCard } from '#contract/posts.ts'

export type CardQuery = {
  page?: number
  per_page?: number
  category?: string
  tag?: string
  /** What is searched for. */
  q?: string
}

/** One page of a list: the cards, how many posts there are in all, and the page's place. */
export type CardPage = {
  posts: PostCard[]
  total: number
  page: number
  pages: number
}

/**
 * What a route's `load` may ask. On the server it reads the snapshot, in the browser it calls §7 over HTTP;
 * a screen cannot tell the difference. `undefined` means there is no such thing; anything else that goes wrong is thrown.
 */
export type Api = BlogApi & {
  landing(id: string): Promise<Landing | undefined>
  /** Prices, in plan order. */
  plans(): Promise<Plan[]>
}

/** The blog's part of it. */
export type BlogApi = {
  cards(query: CardQuery): Promise<CardPage>
  post(id: string): Promise<PostPage | undefined>
  categories(): Promise<DescribedName[]>
  tags(): Promise<DescribedName[]>
}
