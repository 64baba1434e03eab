import type { PostSource } from '#contract/posts.ts'
import type { PostBase, PostFields } from './local-draft.ts'
import { textOf } from './tag-match.ts'

export const blankFields: PostFields = {
  title: '',
  summary: '',
  content: '',
  category_id: '',
  image_alt: '',
  draft: false,
  date: '',
  expires: '',
  address: '',
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
  date: source.date,
  expires: source.expires ?? '',
  address: source.id,
  tagText: textOf(source.tags),
  tags: source.tags,
})

export const sameFields = (one: PostFields, other: PostFields) => JSON.stringify(one) === JSON.stringify(other)

/** A new post is HTML, as the fields are labelled (§2). */
export const baseOf = (source: PostSource | undefined): PostBase => ({
  format: source?.format ?? 'html',
  revision: source?.revision ?? null,
  ...(source && { address: source.id }),
})

/** The text fields of the multipart form (§7), for `PostFormSchema`. */
export const formOf = (fields: PostFields, { format, revision, address }: PostBase) => ({
  title: fields.title,
  summary: fields.summary,
  content: fields.content,
  category_id: fields.category_id,
  tags: fields.tags.map((tag) => tag.id),
  format,
  image_alt: fields.image_alt,
  draft: fields.draft ? 'true' : 'false',
  date: fields.date,
  expires: fields.expires,
  // Only where it shall be another one: somebody may have moved the post meanwhile.
  ...(fields.address !== (address ?? '') && { address: fields.address }),
  ...(revision !== null && { revision }),
})
