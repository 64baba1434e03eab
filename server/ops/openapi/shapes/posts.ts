import * as v from 'valibot'
import type { FoundIn } from '#contract/found.ts'
import type { DescribedName, Name, NamesCreated } from '#contract/names.ts'
import type { PostPage } from '#contract/post-page.ts'
import type { BlogSchedule, PreviewLink } from '#contract/post-times.ts'
import {
  type EditablePost,
  type FieldConflict,
  type MergeField,
  type Post,
  type PostCard,
  type PostImage,
  type PostSource,
  postFormats,
  type SavedPost,
  type StalePost,
} from '#contract/posts.ts'

/** The answers of the blog as schemas; the types of the contract say whether they are right, and so do the real answers. */

export const NameShape = v.strictObject({ id: v.string(), name: v.string() }) satisfies v.GenericSchema<Name>
export const DescribedNameShape = v.strictObject({
  ...NameShape.entries,
  description: v.exactOptional(v.string()),
}) satisfies v.GenericSchema<DescribedName>

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
export const moment = v.pipe(v.string(), v.isoTimestamp())
const text = v.nullable(v.string())

export const ImageShape = v.strictObject({
  path: v.string(),
  alt: v.string(),
  width: v.exactOptional(count),
  height: v.exactOptional(count),
  widths: v.array(count),
}) satisfies v.GenericSchema<PostImage>

const states = ['live', 'draft', 'scheduled', 'expired'] as const

const FoundShape = v.strictObject({ title: v.string(), text: v.string() }) satisfies v.GenericSchema<FoundIn>

export const CardShape = v.strictObject({
  id: v.string(),
  title: v.string(),
  summary: v.string(),
  image: text,
  picture: v.nullable(ImageShape),
  category: v.nullable(NameShape),
  tags: v.array(NameShape),
  date: moment,
  updated: v.nullable(moment),
  expires: v.exactOptional(moment),
  author: text,
  state: v.picklist(states),
  found: v.exactOptional(FoundShape),
}) satisfies v.GenericSchema<PostCard>

export const PostShape = v.strictObject({
  ...CardShape.entries,
  content: v.string(),
}) satisfies v.GenericSchema<Post>

const link = { id: v.string(), title: v.string() }

export const PostPageShape = v.strictObject({
  ...PostShape.entries,
  description: v.string(),
  minutes: count,
  contents: v.array(v.strictObject({ id: v.string(), text: v.string() })),
  previous: v.nullable(v.strictObject(link)),
  next: v.nullable(v.strictObject(link)),
  related: v.array(v.strictObject({ ...link, date: moment, picture: v.nullable(ImageShape) })),
}) satisfies v.GenericSchema<PostPage>

export const SourceShape = v.strictObject({
  id: v.string(),
  format: v.picklist(postFormats),
  title: v.string(),
  summary: v.string(),
  content: v.string(),
  category_id: text,
  tags: v.array(NameShape),
  image: text,
  image_alt: v.string(),
  draft: v.boolean(),
  date: v.union([moment, v.literal('')]),
  expires: v.nullable(moment),
  revision: v.string(),
}) satisfies v.GenericSchema<PostSource>

export const EditableShape = v.strictObject({
  ...PostShape.entries,
  source: SourceShape,
}) satisfies v.GenericSchema<EditablePost>

const fields = [
  'title',
  'summary',
  'content',
  'category_id',
  'tags',
  'image',
  'image_alt',
  'date',
  'draft',
  'expires',
  'aliases',
  'author',
] as const satisfies readonly MergeField[]
const MergeFieldShape = v.picklist(fields)

export const SavedShape = v.strictObject({
  ...PostShape.entries,
  merged: v.exactOptional(v.array(MergeFieldShape)),
}) satisfies v.GenericSchema<SavedPost>

const conflictValue = v.nullable(v.union([v.string(), v.boolean(), v.array(v.string())]))
const FieldConflictShape = v.strictObject({
  field: MergeFieldShape,
  base: conflictValue,
  mine: conflictValue,
  theirs: conflictValue,
}) satisfies v.GenericSchema<FieldConflict>

export const StaleShape = v.strictObject({
  message: v.string(),
  base: v.nullable(SourceShape),
  current: SourceShape,
  merged: SourceShape,
  theirs: v.array(MergeFieldShape),
  overlaps: v.array(FieldConflictShape),
  around: v.array(v.string()),
}) satisfies v.GenericSchema<StalePost>

export const CreatedNamesShape = v.strictObject({
  created: v.array(NameShape),
  message: v.string(),
}) satisfies v.GenericSchema<NamesCreated>

export const ScheduleShape = v.strictObject({
  next: v.nullable(
    v.strictObject({ id: v.string(), title: v.string(), at: moment, what: v.picklist(['appears', 'expires']) }),
  ),
  counts: v.strictObject({ live: count, draft: count, scheduled: count, expired: count }),
}) satisfies v.GenericSchema<BlogSchedule>

export const PreviewShape = v.strictObject({ path: v.string(), until: moment }) satisfies v.GenericSchema<PreviewLink>
