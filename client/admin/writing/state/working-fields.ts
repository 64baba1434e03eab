import { textOf } from '#client/admin/post-form/tag-entry.ts'
import { blankFields, type PostBase, type PostFields } from '#client/admin/post-form/use-post-form.ts'
import type { Term } from '#contract/posts.ts'
import type { StoredDocument } from '#contract/stored-document.ts'
import type { WorkingCopy, WorkingFields } from '#contract/writing.ts'

/** The fields of the form as a working copy stores them. */
export const toWorkingFields = (fields: PostFields, { format }: PostBase): WorkingFields => ({
  format,
  title: fields.title,
  summary: fields.summary,
  content: fields.content,
  category_id: fields.category_id,
  tags: fields.tags.map(({ id }) => id),
  image: fields.image ?? '',
  image_alt: fields.image_alt,
  image_caption: fields.image_caption ?? '',
  image_focus: fields.image_focus ?? '',
  date: fields.date ?? '',
  expires: fields.expires ?? '',
  author: fields.author ?? '',
  address: fields.address ?? '',
  seo_title: fields.seo_title ?? '',
  seo_description: fields.seo_description ?? '',
  canonical: fields.canonical ?? '',
})

/** Whether both would be stored as the same working copy. */
export const isSameText = (one: Text, other: Text): boolean => storedAs(one) === storedAs(other)

const storedAs = ({ fields, base, document }: Text) => JSON.stringify([toWorkingFields(fields, base), document])

export /** `document` is newer than `content`, which was not written from it yet. */
type Text = { fields: PostFields; base: PostBase; document?: StoredDocument | undefined }

/** The form of a working copy. Deleted tags are left out. */
export function fromWorkingCopy(
  { fields: { tags: ids, format, ...texts }, revision, document }: WorkingCopy,
  { base, draft, known }: { base: PostBase; draft: boolean; known: readonly Term[] },
): Text {
  const tags = ids.flatMap((id) => known.find((tag) => tag.id === id) ?? [])
  return {
    fields: { ...blankFields, ...texts, draft, tags, tagText: textOf(tags) },
    base: { ...base, format, revision },
    document,
  }
}

/** The fields of the saved post, except those that were changed after they were sent. */
export function withTypedSince(stored: PostFields, sent: PostFields, now: PostFields): PostFields {
  const changed = Object.entries(now).filter(
    ([key, value]) => key !== 'draft' && JSON.stringify(value) !== JSON.stringify(sent[key as keyof PostFields]),
  )
  const fields = { ...stored, ...Object.fromEntries(changed) }
  return changed.some(([key]) => key === 'tags')
    ? fields
    : { ...fields, tagText: textOf(stored.tags), tags: stored.tags }
}
