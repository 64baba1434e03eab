import * as v from 'valibot'
import type { FoundIn } from '#contract/found.ts'
import { AddressSchema, IdSchema } from '#contract/ids.ts'
import {
  CONTENT_MAX_CHARACTERS,
  POSTS_PER_PAGE_MAX,
  SEARCH_MAX_CHARACTERS,
  SUMMARY_MAX_CHARACTERS,
  TAGS_PER_POST_MAX,
  TITLE_MAX_CHARACTERS,
} from '#contract/limits.ts'
import type { Name } from '#contract/names.ts'
import { EXPIRES_TOO_EARLY, expiresLater, moment } from '#contract/post-times.ts'
import { formCheck } from '#contract/validators.ts'

export const postFormats = ['md', 'html'] as const
/** The format of a body, which is the extension of its file. */
export type PostFormat = (typeof postFormats)[number]

/** The publication state of a post: a pure function of its file and the clock. */
export type PostState = 'live' | 'draft' | 'scheduled' | 'expired'

/** A stored image: the path under /storage/, and what the browser needs to select a width and reserve space. */
export type PostImage = {
  path: string
  alt: string
  width?: number
  height?: number
  widths: number[]
}

/** A post in a list. `summary` is sanitized HTML; `title` and names are plain text. */
export type PostCard = {
  id: string
  title: string
  summary: string
  /** The stored path under /storage/, or null. */
  image: string | null
  picture: PostImage | null
  category: Name | null
  tags: Name[]
  /** ISO 8601. */
  date: string
  updated: string | null
  /** ISO 8601; absent when the post does not expire. */
  expires?: string
  author: string | null
  state: PostState
  /** The matching parts of the post, in a search result. */
  found?: FoundIn
}

/** A post with its body as sanitized HTML. */
export type Post = PostCard & { content: string }

/** What the editor changes: the source of a post as its file has it, and the revision of that file. */
export type PostSource = {
  id: string
  format: PostFormat
  title: string
  summary: string
  content: string
  category_id: string | null
  tags: Name[]
  image: string | null
  image_alt: string
  draft: boolean
  /** ISO 8601: in the future, the post is scheduled. Empty for a draft that gets its date when it is published. */
  date: string
  /** ISO 8601; null when the post does not expire. */
  expires: string | null
  revision: string
}

/** `GET /api/blog-posts/{id}?state=all` with a bearer token adds the source. */
export type EditablePost = Post & { source: PostSource }

const required = (label: string, max: number) =>
  v.pipe(
    v.optional(v.string(`${label} is required.`), ''),
    v.nonEmpty(`${label} is required.`),
    v.check((text) => text.trim() !== '', `${label} is required.`),
    v.maxLength(max, `${label} must be at most ${max} characters long`),
    v.check((text) => !text.includes('\u0000'), `${label} must be text.`),
  )

const PostFormFields = v.object({
  title: v.pipe(
    required('Title', TITLE_MAX_CHARACTERS),
    v.trim(),
    v.check((title) => !/[\r\n]/.test(title), 'Title must be one line.'),
  ),
  summary: required('Summary', SUMMARY_MAX_CHARACTERS),
  content: required('Content', CONTENT_MAX_CHARACTERS),
  category_id: v.pipe(
    v.optional(v.string('Category is required.'), ''),
    v.nonEmpty('Category is required.'),
    v.check((id) => v.is(IdSchema, id), 'This category does not exist.'),
  ),
  tags: v.pipe(
    v.array(
      v.pipe(
        v.string('This tag does not exist.'),
        v.check((id) => v.is(IdSchema, id), 'This tag does not exist.'),
      ),
      'Tags must be a list.',
    ),
    v.maxLength(TAGS_PER_POST_MAX, `A post can carry at most ${TAGS_PER_POST_MAX} tags.`),
  ),
  /** Defaults to HTML, for clients that send plain `content`. */
  format: v.optional(v.picklist(postFormats, 'The format is md or html.'), 'html'),
  /** Absent: keep the value of the file. */
  image_alt: v.optional(
    v.pipe(
      v.string('The description of the image must be text.'),
      v.maxLength(300, 'The description of the image must be at most 300 characters long'),
    ),
  ),
  draft: v.optional(v.picklist(['true', 'false'], 'Draft is true or false.')),
  /** The publication date. Empty: a draft gets it when it is published, a new post now, another one from its file name. */
  date: v.optional(moment('Date')),
  /** Empty: the post does not expire. */
  expires: v.optional(moment('Expiry date')),
  /** A new id. Absent: derived from the title for a new post, otherwise unchanged. */
  address: v.optional(AddressSchema),
  /** The revision that the editor started from. Absent: overwrite. */
  revision: v.optional(v.pipe(v.string('The revision is a text.'), v.maxLength(128, 'This is no revision.'))),
})
export type PostForm = v.InferOutput<typeof PostFormFields>

/** POST /api/blog-posts and its update: the text fields of the multipart form. The image is a separate part. */
export const PostFormSchema = v.pipe(PostFormFields, formCheck<PostForm>('expires', expiresLater, EXPIRES_TOO_EARLY))

/** The fields that a save can merge: those of the form and others of the file. */
export type MergeField =
  | 'title'
  | 'summary'
  | 'content'
  | 'category_id'
  | 'tags'
  | 'image'
  | 'image_alt'
  | 'date'
  | 'draft'
  | 'expires'
  | 'aliases'
  | 'author'

/** The response to an update. `merged` lists the fields that came from the other side when the file had changed. */
export type SavedPost = Post & { merged?: readonly MergeField[] }

/** As in the file: tags are ids, content is a range of lines. */
export type ConflictValue = string | boolean | readonly string[] | null
/** A field that both sides changed differently. The content can have several conflicts. Without a known base, `base` is null. */
export type FieldConflict = { field: MergeField; base: ConflictValue; mine: ConflictValue; theirs: ConflictValue }

/** 409: the file changed in the same places after the editor opened it. Nothing was written. */
export type StalePost = {
  message: string
  /** What the editor started from; null when it is no longer known. */
  base: PostSource | null
  /** The current file. */
  current: PostSource
  /** `current` with all of my changes that do not conflict; its revision is that of `current`. */
  merged: PostSource
  /** What only the other side changed. */
  theirs: readonly MergeField[]
  overlaps: readonly FieldConflict[]
  /** The merged content before, between and after its conflicts. */
  around: readonly string[]
}

const wholeNumber = (max: number) => {
  const message = `Send a whole number from 1 to ${max}.`
  return v.pipe(
    v.string(message),
    v.regex(/^\d{1,6}$/, message),
    v.transform(Number),
    v.minValue(1, message),
    v.maxValue(max, message),
  )
}

export const NO_CURSOR = 'This cursor is not valid. Start again without "after".'

/** The query of GET /api/blog-posts. Every message is ours: the library's would repeat the input. */
export const PostQuerySchema = v.object({
  fields: v.optional(v.picklist(['card'], 'The only choice is card.')),
  page: v.optional(wholeNumber(999_999)),
  per_page: v.optional(wholeNumber(POSTS_PER_PAGE_MAX)),
  after: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,200}$/, NO_CURSOR))),
  category: v.optional(IdSchema),
  tag: v.optional(IdSchema),
  q: v.optional(
    v.pipe(v.string(), v.maxLength(SEARCH_MAX_CHARACTERS, `Search for at most ${SEARCH_MAX_CHARACTERS} characters.`)),
  ),
  state: v.optional(v.picklist(['all', 'live', 'draft', 'scheduled', 'expired'], 'This is no state of a post.')),
})
export type PostQuery = v.InferOutput<typeof PostQuerySchema>
