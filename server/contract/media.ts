import * as v from 'valibot'
import { PostImageSchema, timestamp } from '#contract/posts.ts'

/** The media library: stored images, images in the folders of posts, and the posts that use them. */

const PostLinkSchema = v.strictObject({ id: v.string(), title: v.string() })

export const MediaItemSchema = v.strictObject({
  /** The stored path under /storage/. Empty for an image in the folder of a post that no page has shown yet. */
  ...PostImageSchema.entries,
  /** What names the image in requests: its path in the library, or `content/posts/{id}/photo.jpg` in the folder of a post. */
  file: v.string(),
  /** What a text uses to show it: `/storage/posts/….webp`, or `photo.jpg` in the folder of the post. */
  url: v.string(),
  bytes: v.number(),
  added: timestamp,
  used_in: v.array(PostLinkSchema),
  /** An author, another page of the site or someone's unsaved text uses it, too. */
  elsewhere: v.boolean(),
})
export type MediaItem = v.InferOutput<typeof MediaItemSchema>

/** GET /api/media: newest first. `q`: words of the path, descriptions or titles of posts. */
export const MediaQuerySchema = v.object({
  q: v.optional(v.pipe(v.string(), v.maxLength(200, 'Search for at most 200 characters.'))),
  use: v.optional(v.picklist(['used', 'unused'], 'Ask for used or unused.')),
  /** `library`: without images in the folders of posts. */
  in: v.optional(v.picklist(['library'], 'Ask for library, or leave it out.')),
  /** The id of a post: images in its own folder come first, also with `in=library`. */
  post: v.optional(v.pipe(v.string(), v.maxLength(80, 'This is no id.'))),
  /** The `next` of the page before. */
  after: v.optional(v.pipe(v.string(), v.maxLength(600, 'Send the `next` of the page before.'))),
  /** Of the version before: skips images when some were deleted. */
  page: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, 'Send a whole number.'), v.transform(Number))),
})
export type MediaQuery = v.InferInput<typeof MediaQuerySchema>
export const MEDIA_PER_PAGE = 50
/** `next`: where the next page begins; null at the end. */
export const MediaListSchema = v.strictObject({
  items: v.array(MediaItemSchema),
  total: v.number(),
  next: v.nullable(v.string()),
})
export type MediaList = v.InferOutput<typeof MediaListSchema>

/** A path inside its folder: no `..`, no hidden file, no URL. */
const NO_FILE = 'This is no image of the media library.'
export const MediaFileSchema = v.pipe(
  v.string(NO_FILE),
  v.maxLength(300, NO_FILE),
  v.regex(/^(?:content\/)?posts(?:\/[A-Za-z0-9][\w-]*(?:\.[\w-]+)*)+$/, NO_FILE),
)
const id = v.pipe(v.string('This is no id.'), v.maxLength(80, 'This is no id.'))

/** POST /api/media: the text fields beside `image`. With the id of a post in its own folder, the image goes there. */
export const AddMediaSchema = v.object({ post: v.optional(id) })

/** POST /api/media/replace: the text fields beside `image`. */
export const ReplaceMediaSchema = v.object({
  path: MediaFileSchema,
  /** Ids of the posts that the client listed as users of the image. If the list is outdated, the response is 409. Without a list, nothing is compared. */
  posts: v.optional(v.array(id)),
})
export const ReplacedMediaSchema = v.strictObject({
  item: MediaItemSchema,
  /** The posts that show the new image now. */
  posts: v.array(PostLinkSchema),
})
export type ReplacedMedia = v.InferOutput<typeof ReplacedMediaSchema>

/** DELETE /api/media */
export const DeleteMediaSchema = v.object({
  path: MediaFileSchema,
  /** Deletes it although it is in use. */
  force: v.optional(v.literal('true', 'Force is true or absent.')),
})
/** 409: the posts that use the image. Nothing was deleted. */
export const MediaInUseSchema = v.strictObject({
  message: v.string(),
  used_in: v.array(PostLinkSchema),
  elsewhere: v.boolean(),
})
export type MediaInUse = v.InferOutput<typeof MediaInUseSchema>
