import * as v from 'valibot'
import { CONTENT_MAX_CHARACTERS, TAGS_READ_MAX, WORKING_COPIES_MAX } from '#contract/limits.ts'
import { postFormats } from '#contract/post-form.ts'
import { timestamp } from '#contract/posts.ts'
import { StoredDocumentSchema } from '#contract/stored-document.ts'

/** What the writing page and the server exchange: documents of the visual editor, previews, checks and working copies. */

const content = v.pipe(v.string('Content must be text.'), v.maxLength(CONTENT_MAX_CHARACTERS, 'Content is too long.'))
const format = v.picklist(postFormats, 'The format is md or html.')
/** The id of the post, for the images in its folder. */
const postId = v.optional(v.pipe(v.string('This is no id.'), v.maxLength(80, 'This is no id.')))

/** A top-level block, as JSON of a node of `documentSpec`. The server checks it against that. */
const BlockSchema = v.looseObject({ type: v.string() })
export type Block = v.InferOutput<typeof BlockSchema>

/** POST /api/writing/document: a text as blocks. */
export const ReadDocumentSchema = v.object({ format, content, id: postId })
/** For each block the line of the text that it begins at, from 1. */
const lines = v.array(v.pipe(v.number(), v.integer(), v.minValue(1)))
export const DocumentSchema = v.strictObject({
  blocks: v.array(BlockSchema),
  lines,
  /** The URLs of the images in the post's own folder by their names, used in the text or not. */
  images: v.record(v.string(), v.string()),
})
export type TextDocument = v.InferOutput<typeof DocumentSchema>
export type TextBlocks = Omit<TextDocument, 'images'>

/** POST /api/writing/text: edited blocks as text. A number is the index of a block of `content` that did not change. */
export const WriteDocumentSchema = v.object({
  format,
  /** The text that the blocks were read from. */
  content,
  blocks: v.array(v.union([v.pipe(v.number(), v.integer(), v.minValue(0)), BlockSchema], 'This is no block.')),
})
/**
 * `lines` has as many entries as the text has blocks. They are fewer than those that were sent if empty ones were left out.
 * `reread`: blocks that are not what was sent, by their index among those that were sent: unchanged ones whose link got another
 * definition, and repaired ones.
 * `repaired`: blocks that the format cannot express as they were sent. They are written in the nearest form that it can, which is in
 * `reread`; `message` says what was left out.
 */
export const WrittenTextSchema = v.strictObject({
  content: v.string(),
  lines,
  reread: v.optional(v.record(v.string(), BlockSchema)),
  repaired: v.optional(
    v.array(v.strictObject({ index: v.pipe(v.number(), v.integer(), v.minValue(0)), message: v.string() })),
  ),
})
export type WrittenText = v.InferOutput<typeof WrittenTextSchema>

/** POST /api/writing/merge: what was typed while a save merged the text before it with another user's change. */
export const MergeTextsSchema = v.object({ base: content, mine: content, theirs: content })
export type MergeTexts = v.InferOutput<typeof MergeTextsSchema>
/** `content` is null where both changed the same lines. */
export const MergedTextSchema = v.strictObject({ content: v.nullable(v.string()) })
export type MergedText = v.InferOutput<typeof MergedTextSchema>

/** POST /api/writing/preview: a post as visitors would see it. */
export const PreviewRequestSchema = v.object({
  format,
  content,
  summary: v.optional(content, ''),
  /** Where the text begins with a heading, which is left out if it repeats this. */
  title: v.optional(content, ''),
  id: postId,
})
export type PreviewRequest = v.InferInput<typeof PreviewRequestSchema>
export const RenderedPreviewSchema = v.strictObject({
  /** Sanitized HTML. `data-line` of each top-level element is the line of the content that it begins at, from 1. */
  content: v.string(),
  summary: v.string(),
  /** Reading time. */
  minutes: v.number(),
  words: v.number(),
})
export type RenderedPreview = v.InferOutput<typeof RenderedPreviewSchema>

/** A problem of a text, in plain words. Line and column are of the content, from 1. */
export const TextProblemSchema = v.strictObject({
  /** An error prevents publishing; a warning does not. */
  severity: v.picklist(['error', 'warning']),
  field: v.string(),
  message: v.string(),
  line: v.exactOptional(v.number()),
  column: v.exactOptional(v.number()),
})
export type TextProblem = v.InferOutput<typeof TextProblemSchema>

/** POST /api/writing/check: the response to the fields of a post. */
export const CheckedPostSchema = v.strictObject({
  problems: v.array(TextProblemSchema),
  /** The id that a new post with this title would get. */
  address: v.exactOptional(v.string()),
  /** Where the summary is empty: the beginning of the text, as plain text. */
  beginning: v.exactOptional(v.string()),
})
export type CheckedPost = v.InferOutput<typeof CheckedPostSchema>

const shortText = (max: number) =>
  v.pipe(
    v.optional(v.string('This must be text.'), ''),
    v.maxLength(max, `This must be at most ${max} characters long`),
  )

/** The fields of an unfinished post, each of which may be empty. */
export const WorkingFieldsSchema = v.object({
  format,
  title: shortText(500),
  summary: v.optional(content, ''),
  content: v.optional(content, ''),
  category_id: shortText(100),
  /** Ids. */
  tags: v.optional(
    v.pipe(
      v.array(
        v.pipe(v.string('This tag does not exist.'), v.maxLength(100, 'This tag does not exist.')),
        'Tags must be a list.',
      ),
      v.maxLength(TAGS_READ_MAX, 'These are too many tags.'),
    ),
    [],
  ),
  /** The stored path of the featured image. */
  image: shortText(300),
  image_alt: shortText(1000),
  image_caption: shortText(1000),
  /** `x% y%`: the point of the featured image that stays visible when it is cropped. */
  image_focus: shortText(20),
  date: shortText(60),
  expires: shortText(60),
  author: shortText(200),
  /** The slug. */
  address: shortText(100),
  seo_title: shortText(500),
  seo_description: shortText(1000),
  canonical: shortText(1000),
})
export type WorkingFields = v.InferOutput<typeof WorkingFieldsSchema>

/** PUT /api/working-copies/{key}: what an administrator has written and not saved. */
export const KeepWorkingCopySchema = v.object({
  /** The revision of the post that it began from; null for a new post. */
  revision: v.nullable(v.pipe(v.string('The revision is a text.'), v.maxLength(128, 'This is no revision.'))),
  fields: WorkingFieldsSchema,
  /** The text as the visual editor has it, newer than `content`, which could not be written from it. */
  document: v.optional(StoredDocumentSchema),
  /**
   * `saved_at` of the copy that this text continues, or null for none: another one, of another tab or device, is not replaced
   * then (409). Absent: replaces any.
   */
  replaces: v.optional(v.nullable(v.pipe(v.string('This must be text.'), v.maxLength(40, 'This is no time.')))),
})
export type KeepWorkingCopy = v.InferOutput<typeof KeepWorkingCopySchema>
const workingCopyHead = {
  key: v.string(),
  title: v.string(),
  saved_at: timestamp,
  /** Deleted then, unless it changes before. */
  deleted_at: timestamp,
}
/** GET /api/working-copies: those of the administrator, newest first. */
export const WorkingCopyHeadSchema = v.strictObject(workingCopyHead)
/** In the list, with the number of words. */
const ListedCopySchema = v.strictObject({ ...workingCopyHead, words: v.exactOptional(v.number()) })
export const WorkingCopiesSchema = v.strictObject({ working_copies: v.array(ListedCopySchema) })
export type WorkingCopyHead = v.InferOutput<typeof ListedCopySchema>
/** POST /api/working-copies/discard */
export const DiscardCopiesSchema = v.object({
  keys: v.pipe(
    v.array(v.pipe(v.string('Send a list of keys.'), v.maxLength(200, 'Send a list of keys.')), 'Send a list of keys.'),
    v.minLength(1, 'Send at least one key.'),
    v.maxLength(WORKING_COPIES_MAX, `Send at most ${WORKING_COPIES_MAX} keys.`),
  ),
})
/** GET /api/working-copies/{key} */
export const WorkingCopySchema = v.strictObject({
  ...workingCopyHead,
  revision: v.nullable(v.string()),
  fields: WorkingFieldsSchema,
  document: v.optional(StoredDocumentSchema),
})
export type WorkingCopy = v.InferOutput<typeof WorkingCopySchema>
