import type { PostFormat, PostSource } from '#contract/posts.ts'
import type { PostFields } from './local-draft.ts'

export const blankFields: PostFields = {
  title: '',
  summary: '',
  content: '',
  category_id: '',
  image_alt: '',
  draft: false,
  tagText: '',
  tags: [],
}

/** The source of a post as the editor's fields hold it (decision 8). */
export const fieldsOf = (source: PostSource): PostFields => ({
  title: source.title,
  summary: source.summary,
  content: source.content,
  category_id: source.category_id ?? '',
  image_alt: source.image_alt,
  draft: source.draft,
  tagText: source.tags.map((tag) => tag.name).join(', '),
  tags: source.tags,
})

export const sameFields = (one: PostFields, other: PostFields) => JSON.stringify(one) === JSON.stringify(other)

/** What a save carries beside the fields: how the body is written and the revision it began from (decision 31). */
export type SaveContext = { format: PostFormat; revision: string | undefined; image: File | undefined }

/** The text fields of the multipart form, for `PostFormSchema`. */
export const formOf = (fields: PostFields, { format, revision }: SaveContext) => ({
  title: fields.title,
  summary: fields.summary,
  content: fields.content,
  category_id: fields.category_id,
  tags: fields.tags.map((tag) => tag.id),
  format,
  image_alt: fields.image_alt,
  draft: fields.draft ? 'true' : 'false',
  ...(revision !== undefined && { revision }),
})
