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
/** How a body is written: the file's extension (decision 8). */
export type PostFormat = (typeof postFormats)[number]

/** Where a post stands at this moment; a pure function of the file and the clock (decision 9). */
export type PostState = 'live' | 'draft' | 'scheduled' | 'expired'

/** A stored picture: the path under /storage/, and what the browser needs to choose a width and keep its place. */
export type PostImage = {
  path: string
  alt: string
  width?: number
  height?: number
  widths: number[]
}

/** What a list shows. `summary` is sanitised HTML; `title` and names are plain text (decision 14). */
export type PostCard = {
  id: string
  title: string
  summary: string
  /** The stored path served under /storage/ (§3), or null. */
  image: string | null
  picture: PostImage | null
  category: Name | null
  tags: Name[]
  /** ISO 8601. */
  date: string
  updated: string | null
  /** ISO 8601; absent where the post stays. */
  expires?: string
  author: string | null
  state: PostState
  /** Where posts were searched: what of this one has the words. */
  found?: FoundIn
}

/** One post, with its body as sanitised HTML (§3). */
export type Post = PostCard & { content: string }

/** What the editor dialog changes: the source of a post as its file has it, and the revision it was read at (decisions 8, 31). */
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
  /** ISO 8601: in the future, the post is scheduled (decision 9). Empty for a draft that is dated when it is published. */
  date: string
  /** ISO 8601; null where the post stays. */
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
  /** Absent means HTML: what the specification's own client sends (decision 8). */
  format: v.optional(v.picklist(postFormats, 'The format is md or html.'), 'html'),
  /** Absent: keep what the file has. */
  image_alt: v.optional(
    v.pipe(
      v.string('The description of the image must be text.'),
      v.maxLength(300, 'The description of the image must be at most 300 characters long'),
    ),
  ),
  draft: v.optional(v.picklist(['true', 'false'], 'Draft is true or false.')),
  /** When it is published first. Empty: a draft is dated when it is published, a new post now, another one as its file name says. */
  date: v.optional(moment('Date')),
  /** Empty: it stays. */
  expires: v.optional(moment('Expiry date')),
  /** Another id than the one it has (decision 7). Absent: made from the title, or kept. */
  address: v.optional(AddressSchema),
  /** The revision the editor began from (decision 31). Absent: overwrite. */
  revision: v.optional(v.pipe(v.string('The revision is a text.'), v.maxLength(128, 'This is no revision.'))),
})
export type PostForm = v.InferOutput<typeof PostFormFields>

/** POST /api/blog-posts and its update (§5, §7): the text fields of the multipart form; the image travels beside them. */
export const PostFormSchema = v.pipe(PostFormFields, formCheck<PostForm>('expires', expiresLater, EXPIRES_TOO_EARLY))

/** What a save and a change that came in between can have in common: the fields of the form, and what else a file says. */
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

/** The answer to an update. Where the file had changed since, in other places: what of it came from the other side. */
export type SavedPost = Post & { merged?: readonly MergeField[] }

/** As the file has it: tags are ids, the content is a stretch of lines. */
export type ConflictValue = string | boolean | readonly string[] | null
/** What both changed, each in its own way. Of the content there may be several. Without a known base, `base` is null. */
export type FieldConflict = { field: MergeField; base: ConflictValue; mine: ConflictValue; theirs: ConflictValue }

/** 409: the file changed since the editor opened it, in the same places. Nothing was written (decision 31). */
export type StalePost = {
  message: string
  /** What the editor began from; null where that is not known any more. */
  base: PostSource | null
  /** What stands there now. */
  current: PostSource
  /** `current` with all of mine that overlaps nothing; its revision is that of `current`. */
  merged: PostSource
  /** What only they changed. */
  theirs: readonly MergeField[]
  overlaps: readonly FieldConflict[]
  /** The merged content before, between and behind its overlaps. */
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

/** The query of GET /api/blog-posts (decision 11). Every message is our own: the library's would repeat what was sent. */
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
