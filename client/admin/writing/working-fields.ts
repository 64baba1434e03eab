import { textOf } from '#client/admin/editor/tag-entry.ts'
import { blankFields, type PostBase, type PostFields } from '#client/admin/editor/use-post-form.ts'
import type { Term } from '#contract/posts.ts'
import type { WorkingCopy, WorkingFields } from '#contract/writing.ts'

/** The fields of the form as a working copy stores them. */
export const toWorkingFields = (fields: PostFields, { format }: PostBase): WorkingFields => ({
  format,
  title: fields.title,
  summary: fields.summary,
  content: fields.content,
  category_id: fields.category_id,
  tags: fields.tags.map(({ id }) => id),
  image: '',
  image_alt: fields.image_alt,
  image_caption: '',
  image_focus: '',
  date: fields.date ?? '',
  expires: fields.expires ?? '',
  author: fields.author ?? '',
  address: fields.address ?? '',
  seo_title: '',
  seo_description: '',
  canonical: '',
})

type Restored = { fields: PostFields; base: PostBase }

/** The form of a working copy. Tags that were deleted meanwhile are left out. */
export function fromWorkingCopy(
  { fields, revision }: WorkingCopy,
  { base, draft, known }: { base: PostBase; draft: boolean; known: readonly Term[] },
): Restored {
  const tags = fields.tags.flatMap((id) => known.find((tag) => tag.id === id) ?? [])
  const { title, summary, content, category_id, image_alt, date, expires, author, address } = fields
  return {
    fields: {
      ...blankFields,
      ...{ title, summary, content, category_id, image_alt, date, expires, author, address, draft, tags },
      tagText: textOf(tags),
    },
    base: { ...base, format: fields.format, revision },
  }
}
