import type { PostForm } from '#contract/posts.ts'
import type { FieldErrors } from '#contract/validate.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { Invalid } from '#server/http/accept.ts'

/** A post may only be saved with a category and tags that exist. Throws `Invalid`. */
export function checkNames({ category_id, tags }: PostForm, snapshot: Snapshot): void {
  const errors: FieldErrors = {}
  if (!snapshot.categories.has(category_id)) errors.category_id = { message: 'This category does not exist.' }
  if (!tags.every((tag) => snapshot.tags.has(tag))) errors.tags = { message: 'This tag does not exist.' }
  if (Object.keys(errors).length > 0) throw new Invalid(errors)
}
