import * as v from 'valibot'
import { PostQuerySchema, postStates } from '#contract/post-form.ts'
import { timestamp } from '#contract/posts.ts'

export const TRASH_PAGE_POSTS = 50

export const TrashQuerySchema = v.object({ page: PostQuerySchema.entries.page })

const DeletedPostSchema = v.strictObject({
  id: v.string(),
  title: v.string(),
  /** When and by whom it was deleted. */
  at: timestamp,
  author: v.string(),
  /** The state that it would have again; null for a file that is invalid, for the reason in `problem`. */
  state: v.nullable(v.picklist(postStates)),
  problem: v.nullable(v.string()),
})
export type DeletedPost = v.InferOutput<typeof DeletedPostSchema>

/** GET /api/trash (administrator): deleted posts, newest deletion first; `reason` explains why there is no trash. */
export const TrashSchema = v.variant('kept', [
  v.strictObject({ kept: v.literal(false), reason: v.string() }),
  v.strictObject({
    kept: v.literal(true),
    posts: v.array(DeletedPostSchema),
    total: v.number(),
    page: v.number(),
    pages: v.number(),
    /** There are older deletions that are not listed. */
    more: v.boolean(),
  }),
])
export type Trash = v.InferOutput<typeof TrashSchema>

/** The response to a deletion: whether the post can be restored from the trash. */
export const DeletionSchema = v.strictObject({ message: v.string(), restorable: v.boolean() })
