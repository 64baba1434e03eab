import * as v from 'valibot'
import { TradePageSchema } from '#contract/landing.ts'
import { extraFields } from '#contract/post-extras.ts'
import { postFormats, postStates } from '#contract/post-form.ts'
import { TermNameSchema } from '#contract/term-choice.ts'

/** What the blog's endpoints return, and terms. The browser uses only types of this module, so no schema is in its code. */

/** ISO 8601. */
export const timestamp = v.pipe(v.string(), v.isoTimestamp())
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const list = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.readonly())

/** A stored image: the path under /storage/, and what the browser needs to choose a width and reserve its place. */
export const PostImageSchema = v.strictObject({
  path: v.string(),
  alt: v.string(),
  width: v.exactOptional(count),
  height: v.exactOptional(count),
  widths: v.array(count),
  /** `40% 25%`: the point that stays visible when the image is cropped. */
  focus: v.exactOptional(v.string()),
  /** Plain text. */
  caption: v.exactOptional(v.string()),
})
export type PostImage = v.InferOutput<typeof PostImageSchema>

/** A category or a tag. The name is plain text. */
export const TermSchema = v.strictObject({ id: v.string(), name: v.string() })
export type Term = v.InferOutput<typeof TermSchema>
/** With the sentence that its page shows, where its file has one. */
export const DescribedTermSchema = v.strictObject({ ...TermSchema.entries, description: v.exactOptional(v.string()) })
export type DescribedTerm = v.InferOutput<typeof DescribedTermSchema>
/** As the dashboard lists it. `unfiled`: posts name it, but it has no file yet. */
export const ListedTermSchema = v.strictObject({
  ...DescribedTermSchema.entries,
  unfiled: v.exactOptional(v.literal(true)),
})
export type ListedTerm = v.InferOutput<typeof ListedTermSchema>

/** POST /api/categories and POST /api/tags : `name` is a list. */
export const CreateTermsSchema = v.object({
  name: v.pipe(
    v.array(TermNameSchema, 'Send a list of names.'),
    v.minLength(1, 'Send at least one name.'),
    v.maxLength(50, 'Send at most 50 names at once.'),
  ),
})

/** The response to both: only the new ones, and a sentence about those that existed. */
export const CreateTermsResultSchema = v.strictObject({
  created: v.array(TermSchema),
  message: v.string(),
  /** By id: what takes the term back within an hour, while no post uses it and it is unchanged. */
  undo: v.exactOptional(v.record(v.string(), v.string())),
})
export type CreateTermsResult = v.InferOutput<typeof CreateTermsResultSchema>

/** POST /api/undone-terms */
export const UndoTermsSchema = v.object({
  undo: v.pipe(
    v.array(v.pipe(v.string('Send a list.'), v.maxLength(2_000, 'This is nothing to undo.')), 'Send a list.'),
    v.minLength(1, 'Send at least one.'),
    v.maxLength(50, 'Send at most 50 at once.'),
  ),
})

/** A post in a list. `summary` is sanitized HTML; `title` and the names of terms are plain text. */
export const PostCardSchema = v.strictObject({
  id: v.string(),
  title: v.string(),
  /** The language of the post (BCP 47), where its file names one. */
  lang: v.exactOptional(v.string()),
  summary: v.string(),
  /** The stored path, served under /storage/. */
  image: v.nullable(v.string()),
  picture: v.nullable(PostImageSchema),
  /** What cards show in place of an image. Live posts without an image only. */
  artwork: v.exactOptional(PostImageSchema),
  category: v.nullable(TermSchema),
  tags: v.array(TermSchema),
  date: timestamp,
  updated: v.nullable(timestamp),
  /** Absent where the post does not expire. */
  expires: v.exactOptional(timestamp),
  /** The name of the author. */
  author: v.nullable(v.string()),
  /** The id of an author with a page. */
  author_id: v.nullable(v.string()),
  state: v.picklist(postStates),
  /** It is at its URL, and in no public list, feed, search or sitemap. */
  unlisted: v.exactOptional(v.literal(true)),
  /** The number of words of the text. Lists for administrators only. */
  words: v.exactOptional(count),
  /** Search results only: title and an excerpt of summary or text, as escaped HTML with the matches in `<mark>`. */
  found: v.exactOptional(v.strictObject({ title: v.string(), text: v.string() })),
})
export type PostCard = v.InferOutput<typeof PostCardSchema>
export type FoundIn = NonNullable<PostCard['found']>

/** One post, with its body as sanitized HTML. */
export const PostSchema = v.strictObject({
  ...PostCardSchema.entries,
  content: v.string(),
  /** The summary is the beginning of the content, which a page does not show twice. */
  summary_from_content: v.exactOptional(v.literal(true)),
})
export type Post = v.InferOutput<typeof PostSchema>

const PostLinkSchema = v.strictObject({ id: v.string(), title: v.string(), lang: v.exactOptional(v.string()) })
export type PostLink = v.InferOutput<typeof PostLinkSchema>

/** GET /api/blog-posts/{id}: a post with everything that its page shows around it. */
export const PostPageSchema = v.strictObject({
  ...PostSchema.entries,
  /** For search results: the author's own, or the first words of the summary, as plain text. */
  description: v.string(),
  /** The author's own title for search results. */
  seo_title: v.exactOptional(v.string()),
  /** The URL of the original, if it is not this page: absolute, or a path. */
  canonical: v.exactOptional(v.string()),
  /** Reading time. */
  minutes: count,
  /** The headings of a long post, by their id in `content`; empty otherwise. */
  contents: v.array(v.strictObject({ id: v.string(), text: v.string() })),
  /** The posts published right before and right after it. */
  previous: v.nullable(PostLinkSchema),
  next: v.nullable(PostLinkSchema),
  /** The landing page of its first trade; null without one. */
  trade: v.nullable(TradePageSchema),
  /** Posts with a tag or the category in common, the closest first. */
  related: v.array(
    v.strictObject({
      ...PostLinkSchema.entries,
      date: timestamp,
      picture: v.nullable(PostImageSchema),
      artwork: v.exactOptional(PostImageSchema),
    }),
  ),
})
export type PostPage = v.InferOutput<typeof PostPageSchema>
export type Heading = PostPage['contents'][number]
export type RelatedPost = PostPage['related'][number]

/** What the editor changes: the source of a post as its file has it, and the revision it was read at. */
const PostSourceSchema = v.strictObject({
  id: v.string(),
  format: v.picklist(postFormats),
  /** Whether the post has a folder of its own, for its images. */
  has_folder: v.boolean(),
  title: v.string(),
  summary: v.string(),
  /** What lists show where the summary is empty: the beginning of the text. */
  teaser: v.exactOptional(v.string()),
  content: v.string(),
  category_id: v.nullable(v.string()),
  tags: v.array(TermSchema),
  image: v.nullable(v.string()),
  image_alt: v.string(),
  ...v.entriesFromList(extraFields, v.string()),
  draft: v.boolean(),
  /** In the future, the post is scheduled. Empty for a draft that is dated when it is published. */
  date: v.union([timestamp, v.literal('')]),
  expires: v.nullable(timestamp),
  /** An id of content/authors, or a name. */
  author: v.nullable(v.string()),
  /** The content file, where only lenient parsers read its front matter: until it is repaired, nothing but `content` can be changed. */
  to_repair: v.exactOptional(v.string()),
  revision: v.string(),
})
export type PostSource = v.InferOutput<typeof PostSourceSchema>

/** GET /api/blog-posts/{id}?state=all (administrator). */
export const EditablePostSchema = v.strictObject({ ...PostSchema.entries, source: PostSourceSchema })
export type EditablePost = v.InferOutput<typeof EditablePostSchema>

/** What two edits can both change: the fields of the form, and what else a post's file holds. */
const MergeFieldSchema = v.picklist([
  ...(['title', 'summary', 'content', 'category_id', 'tags', 'image', 'image_alt'] as const),
  ...(['date', 'draft', 'expires', 'aliases', 'author', 'lang'] as const),
  ...extraFields,
])
export type MergeField = v.InferOutput<typeof MergeFieldSchema>

/** The response to an update; `merged` names the fields taken from an edit made in between. */
export const SavedPostSchema = v.strictObject({
  ...PostSchema.entries,
  merged: v.exactOptional(list(MergeFieldSchema)),
})
export type SavedPost = v.InferOutput<typeof SavedPostSchema>

/** As the file has it: tags are ids, the content is a range of lines. */
const value = v.nullable(v.union([v.string(), v.boolean(), list(v.string())]))
export type ConflictValue = v.InferOutput<typeof value>

/** What readers see of each version of a text, and the lines around it. `formatting`: sentences about what else changed since `base`, or else since theirs. */
const ConflictWordsSchema = v.strictObject({
  base: v.nullable(v.string()),
  mine: v.string(),
  theirs: v.string(),
  above: v.string(),
  below: v.string(),
  formatting: v.strictObject({ mine: list(v.string()), theirs: list(v.string()) }),
})
export type ConflictWords = v.InferOutput<typeof ConflictWordsSchema>

/** 409: another edit changed the same fields since the editor opened the post. Nothing was written. */
export const StalePostSchema = v.strictObject({
  message: v.string(),
  /** The name of who made the other edit, as far as the site or git knows. */
  by: v.exactOptional(v.nullable(v.string())),
  /** What the editor began from; null where that is no longer known. */
  base: v.nullable(PostSourceSchema),
  current: PostSourceSchema,
  /** `current` with all of mine that does not conflict, and with the revision of `current`. */
  merged: PostSourceSchema,
  /** What only they changed. */
  theirs: list(MergeFieldSchema),
  /** Fields, or ranges of the content, that both edits changed differently. Without a known base, `base` is null. */
  overlaps: list(
    v.strictObject({
      field: MergeFieldSchema,
      base: value,
      mine: value,
      theirs: value,
      /** Absent for fields without markup, and for texts that cannot be rendered. */
      words: v.exactOptional(ConflictWordsSchema),
      /** Both versions of whole blocks, to begin a third one from. Absent for lines that are a part of a larger block. */
      both: v.exactOptional(v.string()),
    }),
  ),
  /** The merged content before, between and after its conflicts. */
  around: list(v.string()),
})
export type StalePost = v.InferOutput<typeof StalePostSchema>
export type FieldConflict = StalePost['overlaps'][number]

/** GET /api/blog-schedule (administrator): the next scheduled change, and the number of posts in each state. */
export const BlogScheduleSchema = v.strictObject({
  next: v.nullable(
    v.strictObject({ id: v.string(), title: v.string(), at: timestamp, what: v.picklist(['appears', 'expires']) }),
  ),
  counts: v.strictObject({ live: count, draft: count, scheduled: count, expired: count }),
})
export type BlogSchedule = v.InferOutput<typeof BlogScheduleSchema>

/** POST /api/blog-posts/{id}/preview (administrator): a path of the site, and until when it opens. */
export const PreviewLinkSchema = v.strictObject({ path: v.string(), until: timestamp })
export type PreviewLink = v.InferOutput<typeof PreviewLinkSchema>
