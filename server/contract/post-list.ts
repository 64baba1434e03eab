import * as v from 'valibot'
import { AUTHOR_NAME_MAX_CHARACTERS } from '#contract/limits.ts'
import { PostQuerySchema } from '#contract/post-form.ts'

export const postSorts = ['date', 'updated', 'title', 'author', 'state', 'words'] as const
export type PostSort = (typeof postSorts)[number]

const DESCENDING: ReadonlySet<string> = new Set(['date', 'updated', 'words'] satisfies PostSort[])
/** Newest dates and longest texts first, names from A. */
export const usualOrder = (sort = 'date'): 'asc' | 'desc' => (DESCENDING.has(sort) ? 'desc' : 'asc')

const NO_DAY = 'Please write a date like 2023-04-19.'
const day = v.optional(v.pipe(v.string(NO_DAY), v.isoDate(NO_DAY)))

/** The query of GET /api/blog-posts with `state`, for administrators. Public lists ignore what it adds. */
export const AllPostsQuerySchema = v.object({
  ...PostQuerySchema.entries,
  /** An id of content/authors, or a part of an author's name. */
  author: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(
        AUTHOR_NAME_MAX_CHARACTERS,
        `Search for an author with at most ${AUTHOR_NAME_MAX_CHARACTERS} characters.`,
      ),
    ),
  ),
  /** Days in UTC, both inclusive. A draft without a date is on none. */
  from: day,
  to: day,
  /** Needs `page`. By default the newest date, or the best match of `q`. */
  sort: v.optional(v.picklist(postSorts, 'Sort by date, updated, title, author, state or words.')),
  /** By default, dates and numbers of words are descending, and others ascending. */
  order: v.optional(v.picklist(['asc', 'desc'], 'The order is asc or desc.')),
})
export type AllPostsQuery = v.InferOutput<typeof AllPostsQuerySchema>
