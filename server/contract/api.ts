import * as v from 'valibot'
import type { Author } from '#contract/author.ts'
import type { Landing } from '#contract/landing.ts'
import type { PageTexts, PageTextsId } from '#contract/page-texts.ts'
import type { DescribedTerm, PostCard, PostPage } from '#contract/posts.ts'
import type { Plan } from '#contract/site.ts'

export type CardQuery = {
  page?: number
  per_page?: number
  category?: string
  tag?: string
  author?: string
  /** The search query. */
  q?: string
}

/** One page of a list: the cards, the total number of posts, and the page number. */
export type CardPage = { posts: PostCard[]; total: number; page: number; pages: number }

/**
 * The API that a route's `load` may use. On the server it reads the snapshot, in the browser it sends HTTP requests; a page cannot
 * tell the difference. `undefined` means not found; any other failure is thrown.
 */
export type Api = BlogApi & {
  landing(id: string): Promise<Landing | undefined>
  /** The texts of a page; null where all are as they are shipped. */
  pageTexts<Id extends PageTextsId>(id: Id): Promise<PageTexts[Id] | null>
  /** Prices, in plan order. */
  plans(): Promise<Plan[]>
}

/** The blog part of the API. */
export type BlogApi = {
  cards(query: CardQuery): Promise<CardPage>
  post(id: string): Promise<PostPage | undefined>
  /** An author with a page. */
  author(id: string): Promise<Author | undefined>
  /** A category or tag with a page, by its present or a former id. */
  term(kind: 'categories' | 'tags', id: string): Promise<DescribedTerm | undefined>
  /** Those with a page. */
  categories(): Promise<DescribedTerm[]>
  tags(): Promise<DescribedTerm[]>
}

/** The body of every error response: a sentence, and what is wrong with which field. */
export const ErrorSchema = v.strictObject({
  message: v.string(),
  errors: v.exactOptional(v.record(v.string(), v.strictObject({ message: v.string() }))),
  /** Internal errors only: finds the request in the log. */
  requestId: v.exactOptional(v.string()),
  /** Of a 403 for a write from another website: the origin of PUBLIC_URL, or empty without one. */
  expectedOrigin: v.exactOptional(v.string()),
})
export type ErrorBody = v.InferOutput<typeof ErrorSchema>

/** The body of most responses without data. */
export const MessageSchema = v.strictObject({ message: v.string() })
