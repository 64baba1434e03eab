import * as v from 'valibot'
import { PostImageSchema, timestamp } from '#contract/posts.ts'
import { trimmed } from '#contract/trimmed.ts'

/** The media library: stored images, images in the folders of posts, and the posts that use them. */

const PostLinkSchema = v.strictObject({ id: v.string(), title: v.string() })

export const MediaItemSchema = v.strictObject({
  /** The stored path under /storage/. Empty for an image in the folder of a post that no page has shown yet. */
  ...PostImageSchema.entries,
  /** What names the image in requests: its path in the library, or `content/posts/{id}/photo.jpg` in the folder of a post. */
  file: v.string(),
  /** What a text uses to show it: `/storage/posts/….webp`, or `photo.jpg` in the folder of the post. */
  url: v.string(),
  /** Of the file that was uploaded; null where it is not known. */
  name: v.nullable(v.string()),
  /** What the library suggests where the image is used next, as it does with `alt`. */
  caption: v.string(),
  bytes: v.number(),
  added: timestamp,
  used_in: v.array(PostLinkSchema),
  /** An author, another page of the site or someone's unsaved text uses it, too. */
  elsewhere: v.boolean(),
})
export type MediaItem = v.InferOutput<typeof MediaItemSchema>

export const IMAGE_NAME_MAX_CHARACTERS = 120

/** GET /api/media: newest first. `q`: words of the path, the name of the file, descriptions, captions or titles of posts. */
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

/** GET /api/media/image */
export const MediaImageQuerySchema = v.object({ path: MediaFileSchema })

/**
 * A place that shows an image: the body of a post, its featured image, an author, another page, the settings of the site, or a text that
 * somebody has not saved. `url` is null where there is nothing to open.
 */
const ImageUseSchema = v.strictObject({
  kind: v.picklist(['text', 'featured', 'author', 'page', 'settings', 'unsaved']),
  title: v.string(),
  url: v.nullable(v.string()),
})
export type ImageUse = v.InferOutput<typeof ImageUseSchema>

/** One image with all its uses. */
export const MediaImageSchema = v.strictObject({
  ...MediaItemSchema.entries,
  /** The administrator who uploaded it; null where that is not known. */
  added_by: v.nullable(v.string()),
  uses: v.array(ImageUseSchema),
})
export type MediaImage = v.InferOutput<typeof MediaImageSchema>

const line = (label: string, max: number) =>
  v.pipe(
    v.string(`${label} must be text.`),
    v.transform((text) => text.replace(/\s+/g, ' ')),
    trimmed(),
    v.maxLength(max, `${label} must be at most ${max} characters long.`),
  )

/** PUT /api/media/image: what the library suggests from now on. Texts that use the image stay as they are. */
export const ImageDetailsSchema = v.object({
  path: MediaFileSchema,
  alt: line('The description', 500),
  caption: line('The caption', 500),
})
export type ImageDetailsInput = v.InferInput<typeof ImageDetailsSchema>

export const UNUSED_MAX = 200
/** POST /api/media/delete-unused */
export const DeleteUnusedSchema = v.object({
  paths: v.pipe(
    v.array(MediaFileSchema, 'Send a list of paths.'),
    v.minLength(1, 'Choose at least one image.'),
    v.maxLength(UNUSED_MAX, `Delete at most ${UNUSED_MAX} images at once.`),
  ),
})
export const DeletedUnusedSchema = v.strictObject({
  /** The paths of the images that were deleted. */
  deleted: v.array(v.string()),
  /** Those that are in use by now: they stay. */
  kept: v.array(MediaItemSchema),
  /** Brings the deleted ones back, for a day; null where nothing was deleted. */
  undo: v.nullable(v.string()),
})
export type DeletedUnused = v.InferOutput<typeof DeletedUnusedSchema>

/** POST /api/media/undo */
export const UndoDeletionSchema = v.object({
  undo: v.pipe(v.string('This is no deletion.'), v.uuid('This is no deletion.')),
})
export const UndoneDeletionSchema = v.strictObject({ restored: v.number() })

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
