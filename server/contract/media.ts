import * as v from 'valibot'
import { PostImageSchema, timestamp } from '#contract/posts.ts'

/** The media library: stored images, and the posts that use them. */

export const MediaItemSchema = v.strictObject({
  ...PostImageSchema.entries,
  /** What a text uses to show it: `/storage/posts/….webp`. */
  url: v.string(),
  bytes: v.number(),
  added: timestamp,
  used_in: v.array(v.strictObject({ id: v.string(), title: v.string() })),
})
export type MediaItem = v.InferOutput<typeof MediaItemSchema>

/** GET /api/media: newest first. `q`: words of the path, descriptions or titles of posts. */
export const MediaQuerySchema = v.object({
  q: v.optional(v.pipe(v.string(), v.maxLength(200))),
  use: v.optional(v.picklist(['used', 'unused'], 'Ask for used or unused.')),
  page: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, 'Send a whole number.'), v.transform(Number))),
})
export const MediaListSchema = v.strictObject({ items: v.array(MediaItemSchema), total: v.number() })
export type MediaList = v.InferOutput<typeof MediaListSchema>
