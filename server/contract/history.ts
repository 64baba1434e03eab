import * as v from 'valibot'
import { EditablePostSchema, timestamp } from '#contract/posts.ts'

/** One commit that changed a post's file. `event`: it deleted the post, or restored it as it was before. */
const PostVersionSchema = v.strictObject({
  commit: v.string(),
  at: timestamp,
  author: v.string(),
  /** The first line of the commit's message. */
  subject: v.string(),
  event: v.nullable(v.picklist(['deleted', 'restored'])),
})
export type PostVersion = v.InferOutput<typeof PostVersionSchema>

/** GET /api/blog-posts/{id}/history (administrator): newest first; `reason` explains why there is no history. */
export const PostHistorySchema = v.variant('kept', [
  v.strictObject({ kept: v.literal(false), reason: v.string() }),
  v.strictObject({
    kept: v.literal(true),
    versions: v.array(PostVersionSchema),
    /** There are older versions that are not listed. */
    more: v.boolean(),
    /** The file differs from its newest commit. */
    uncommitted: v.boolean(),
    /** The file's revision; a restore sends it back. */
    revision: v.string(),
  }),
])
export type PostHistory = v.InferOutput<typeof PostHistorySchema>

const DiffPartSchema = v.strictObject({ kind: v.picklist(['same', 'added', 'removed']), text: v.string() })
export type DiffPart = v.InferOutput<typeof DiffPartSchema>

/** Adjacent changes with the lines around them; `skipped`: the number of unchanged lines before it that are left out. */
const DiffHunkSchema = v.strictObject({ skipped: v.number(), parts: v.array(DiffPartSchema) })
export type DiffHunk = v.InferOutput<typeof DiffHunkSchema>

/** What a commit changed of one key of the front matter. `field` is the key as the file has it, or `address`. */
const FieldDiffSchema = v.variant('kind', [
  v.strictObject({ field: v.string(), kind: v.literal('text'), parts: v.array(DiffPartSchema) }),
  v.strictObject({
    field: v.string(),
    kind: v.literal('list'),
    added: v.array(v.string()),
    removed: v.array(v.string()),
  }),
])
export type FieldDiff = v.InferOutput<typeof FieldDiffSchema>

/** Adjacent changes of a text. `cut`: the diff is longer than what is sent. */
export const TextDiffSchema = v.strictObject({ hunks: v.array(DiffHunkSchema), cut: v.boolean() })
export type TextDiff = v.InferOutput<typeof TextDiffSchema>

/** A commit that a merge brought. */
const MergedCommitSchema = v.strictObject({
  commit: v.string(),
  at: timestamp,
  author: v.string(),
  subject: v.string(),
})

/** The version of the same post to compare with; otherwise the one before. */
export const VersionQuerySchema = v.object({
  from: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/, 'This is no version.'))),
})

/** GET /api/blog-posts/{id}/history/{commit} (administrator): one version, and what it changed. */
export const PostVersionDetailSchema = v.strictObject({
  version: PostVersionSchema,
  /** The version that it is compared with; null for the oldest one of the list. */
  from: v.nullable(PostVersionSchema),
  /** For a merge: the commits that changed the post on its other side. At most 50, the newest first. */
  merged: v.array(MergedCommitSchema),
  isFirst: v.boolean(),
  /** The file has not changed since. */
  isCurrent: v.boolean(),
  fields: v.array(FieldDiffSchema),
  /** Of the source. */
  body: TextDiffSchema,
  /** Of the words that visitors read, without markup; null where a version cannot be rendered. */
  rendered: v.nullable(v.strictObject({ summary: v.array(DiffPartSchema), content: TextDiffSchema })),
  /** One of the two texts is not a valid post: `body` compares the whole files. */
  wholeFile: v.boolean(),
  /** The post as visitors saw it, and its source; null where it cannot be shown or restored, for the reason in `problem`. */
  post: v.nullable(EditablePostSchema),
  problem: v.nullable(v.string()),
  /** The same of the version that it is compared with. */
  before: v.nullable(EditablePostSchema),
  /** References that no longer resolve: an image, a category or a tag that was deleted. */
  notes: v.array(v.string()),
})
export type PostVersionDetail = v.InferOutput<typeof PostVersionDetailSchema>
export type RenderedDiff = NonNullable<PostVersionDetail['rendered']>

/** POST /api/blog-posts/{id}/history/{commit}/restore */
export const RestoreSchema = v.object({
  revision: v.pipe(
    v.optional(v.string('The revision is a text.'), ''),
    v.nonEmpty('The revision is missing.'),
    v.maxLength(128, 'This is no revision.'),
  ),
})
