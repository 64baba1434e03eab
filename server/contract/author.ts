import * as v from 'valibot'
import { PostImageSchema } from '#contract/posts.ts'

/** An author with a page: GET /api/authors/{id}. Made from content/authors/{id}.yml. */
export const AuthorSchema = v.strictObject({
  id: v.string(),
  name: v.string(),
  picture: v.nullable(PostImageSchema),
  /** Sanitized HTML; may be empty. */
  biography: v.string(),
  /** The first words of the biography, as plain text. */
  description: v.string(),
  links: v.array(v.strictObject({ label: v.string(), url: v.string() })),
})
export type Author = v.InferOutput<typeof AuthorSchema>
