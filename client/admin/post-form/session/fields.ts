import * as v from 'valibot'
import { extraFields } from '#contract/post-extras.ts'
import { exemptionOf, type PostFormat, postFormats } from '#contract/post-form.ts'
import type { PostSource, Term } from '#contract/posts.ts'
import { type StoredDocument, StoredDocumentSchema } from '#contract/stored-document.ts'
import { isNewTerm, newTerm, newTermName } from '#contract/term-choice.ts'
import type { WorkingCopy, WorkingFields } from '#contract/writing.ts'
import { textOf } from './tag-entry.ts'

/** The fields of a post that are texts in its form. */
const textNames = [
  'title',
  'summary',
  'content',
  'category_id',
  /** The stored path. */
  'image',
  'image_alt',
  ...extraFields,
  /** ISO 8601 or empty, like the next one. */
  'date',
  'expires',
  /** An id of an author, or a name. */
  'author',
  'address',
] as const
type TextName = (typeof textNames)[number]

export type PostFields = Record<TextName, string> & { draft: boolean; tagText: string; tags: readonly Term[] }

const texts = <T>(of: (name: TextName) => T) =>
  Object.fromEntries(textNames.map((name) => [name, of(name)])) as Record<TextName, T>

export const blankFields: PostFields = { ...texts(() => ''), draft: false, tagText: '', tags: [] }

/** The fields that are stored in the browser; never the image file. Those of an older version lack some. */
const FieldsSchema = v.object({
  ...texts(() => v.exactOptional(v.string())),
  draft: v.exactOptional(v.boolean()),
  tagText: v.exactOptional(v.string()),
  tags: v.exactOptional(v.pipe(v.array(v.object({ id: v.string(), name: v.string() })), v.readonly())),
})

/** The version the text is based on. Saving it over another version would silently undo that change. */
const BaseSchema = v.object({
  format: v.picklist(postFormats),
  revision: v.nullable(v.string()),
  /** Slug of the post; absent for a new one. */
  address: v.optional(v.string()),
  /** Stored path of the image. */
  image: v.optional(v.string()),
  /** Key of the working copy of a new post. */
  workingCopy: v.optional(v.string()),
  /** What the stored post lacks, or has too much of, already. */
  stored: v.optional(v.object({ lacks: v.optional(v.array(v.string())), tags: v.optional(v.number()) })),
})
export type PostBase = v.InferOutput<typeof BaseSchema>

/** `document`: what the visual editor shows, newer than `content`, which was not written from it yet. */
export type Text = { fields: PostFields; base: PostBase; document?: StoredDocument | undefined }

/** A text as the browser stores it. */
export const storedText = {
  fields: FieldsSchema,
  base: BaseSchema,
  document: v.optional(StoredDocumentSchema),
}

export const fieldsOf = (source: PostSource): PostFields => ({
  ...texts((name) => (name === 'address' ? source.id : source[name]) ?? ''),
  draft: source.draft,
  tagText: textOf(source.tags),
  tags: source.tags,
})

/** In the dialog a new post is HTML, as its fields are labeled. */
export const baseOf = (source: PostSource | undefined, newFormat: PostFormat = 'html'): PostBase => ({
  format: source?.format ?? newFormat,
  revision: source?.revision ?? null,
  ...(source && { address: source.id, image: source.image ?? '', stored: exemptionOf(source) }),
})

/** The texts are compared first: they differ most often, and a comparison of equal ones is quick. */
export const sameFields = (a: PostFields, b: PostFields): boolean =>
  textNames.every((name) => a[name] === b[name]) &&
  a.draft === b.draft &&
  a.tagText === b.tagText &&
  isSameValue(a.tags, b.tags)

const isSameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The text fields of the multipart request, for `PostFormSchema`. */
export const formOf = (fields: PostFields, { format, revision, address = '', image = '', workingCopy }: PostBase) => ({
  ...texts((name) => fields[name]),
  // Sent only when it changed: another user may have moved the post.
  address: fields.address === address ? undefined : fields.address,
  // An image in the folder of the post has another name in its file.
  image_path: fields.image === image ? undefined : fields.image,
  tags: fields.tags.map((tag) => tag.id),
  format,
  draft: fields.draft ? 'true' : 'false',
  revision: revision ?? undefined,
  working_copy: revision === null ? workingCopy : undefined,
})

/** The fields of the form as a working copy stores them. */
export const toWorkingFields = (fields: PostFields, { format }: PostBase): WorkingFields => ({
  ...texts((name) => fields[name]),
  format,
  tags: fields.tags.map(({ id }) => id),
})

/** Whether both would be stored as the same working copy. */
export const isSameText = (a: Text, b: Text): boolean =>
  isSameValue([toWorkingFields(a.fields, a.base), a.document], [toWorkingFields(b.fields, b.base), b.document])

/** The form of a working copy. Deleted tags are left out. */
export function fromWorkingCopy(
  { fields: { tags: ids, format, ...written }, revision, document }: WorkingCopy,
  { base, draft, existingTags }: { base: PostBase; draft: boolean; existingTags: readonly Term[] },
): Text {
  const tags = ids.flatMap((id) => {
    const name = newTermName(id)
    return name === undefined ? (existingTags.find((tag) => tag.id === id) ?? []) : newTerm(name)
  })
  return {
    fields: { ...blankFields, ...written, draft, tags, tagText: textOf(tags) },
    base: { ...base, format, revision },
    document,
  }
}

/** The fields of the saved post, except those that were changed after they were sent. Terms that the save has created are not new any more. */
export function withTypedSince(stored: PostFields, sent: PostFields, now: PostFields): PostFields {
  const changed = textNames.filter((name) => now[name] !== sent[name])
  const isTagged = now.tagText !== sent.tagText || !isSameValue(now.tags, sent.tags)
  return {
    ...stored,
    ...Object.fromEntries(changed.map((name) => [name, now[name]])),
    ...(isTagged && { tagText: now.tagText, tags: now.tags.map((tag) => createdOf(tag, stored.tags)) }),
  }
}

const createdOf = (tag: Term, stored: readonly Term[]): Term =>
  (isNewTerm(tag) && stored.find(({ name }) => name.toLowerCase() === tag.name.toLowerCase())) || tag
