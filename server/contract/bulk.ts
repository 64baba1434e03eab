import * as v from 'valibot'
import { TAGS_PER_POST_MAX } from '#contract/limits.ts'
import { authorText } from '#contract/post-form.ts'
import { formCheck, isId } from '#contract/validate.ts'

/** Each action on several posts, for `POST /api/blog-posts/bulk`. */
export const bulkActions = ['publish', 'unpublish', 'tag', 'untag', 'category', 'author', 'delete'] as const
export type BulkAction = (typeof bulkActions)[number]

export const BULK_POSTS_MAX = 100

const ids = (message: string) =>
  v.array(
    v.pipe(
      v.string(message),
      v.check((one) => isId(one), message),
    ),
    message,
  )
const NO_ACTION = 'Please choose what to do with the posts.'
const NO_CATEGORY = 'This category does not exist.'

const BulkFields = v.object({
  ids: v.pipe(
    v.optional(ids('Send a list of ids.'), []),
    v.minLength(1, 'Please select at least one post.'),
    v.maxLength(BULK_POSTS_MAX, `Please select at most ${BULK_POSTS_MAX} posts.`),
  ),
  action: v.pipe(v.optional(v.string(NO_ACTION), ''), v.picklist(bulkActions, NO_ACTION)),
  /** Ids of tags to add or remove. */
  tags: v.pipe(
    v.optional(ids('This tag does not exist.'), []),
    v.maxLength(TAGS_PER_POST_MAX, `A post can carry at most ${TAGS_PER_POST_MAX} tags.`),
  ),
  /** The id of the new category. */
  category: v.optional(
    v.pipe(
      v.string(NO_CATEGORY),
      v.check((one) => isId(one), NO_CATEGORY),
    ),
  ),
  author: v.optional(authorText),
})
export type Bulk = v.InferOutput<typeof BulkFields>

/** POST /api/blog-posts/bulk (administrator): one action on several posts. */
export const BulkSchema = v.pipe(
  BulkFields,
  formCheck<Bulk>(
    'tags',
    ({ action, tags }) => !['tag', 'untag'].includes(String(action)) || (Array.isArray(tags) && tags.length > 0),
    'Please choose at least one tag.',
  ),
  formCheck<Bulk>(
    'category',
    ({ action, category }) => action !== 'category' || !!category,
    'Please choose a category.',
  ),
  formCheck<Bulk>('author', ({ action, author }) => action !== 'author' || !!author, 'Please choose an author.'),
)

const BulkPostSchema = v.strictObject({ id: v.string(), title: v.string() })
/** What happened to each post. Those that are unchanged were as asked already. */
export const BulkResultSchema = v.strictObject({
  changed: v.array(BulkPostSchema),
  unchanged: v.array(BulkPostSchema),
  rejected: v.array(v.strictObject({ ...BulkPostSchema.entries, reason: v.string() })),
  /** After a deletion: the posts can be restored from the trash. */
  restorable: v.boolean(),
})
export type BulkResult = v.InferOutput<typeof BulkResultSchema>
