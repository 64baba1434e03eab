import type { PostForm } from '#contract/posts.ts'
import type { FieldErrors } from '#contract/validate.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { Invalid } from '#server/http/accept.ts'
import type { Renderer } from './renderer.ts'
import { TooHard } from './too-hard.ts'

/** A post may only be saved with a category and tags that exist. Throws `Invalid`. */
export function checkNames({ category_id, tags }: PostForm, snapshot: Snapshot): void {
  const errors: FieldErrors = {}
  if (!snapshot.categories.has(category_id)) errors.category_id = { message: 'This category does not exist.' }
  if (!tags.every((tag) => snapshot.tags.has(tag))) errors.tags = { message: 'This tag does not exist.' }
  if (Object.keys(errors).length > 0) throw new Invalid(errors)
}

/**
 * What could not be shown later is not saved either. What passes is rendered by then, and the page that shows it need
 * not wait. Throws `Invalid`.
 */
export async function checkTexts({ html }: Renderer, { format, summary, content }: PostForm): Promise<void> {
  const errors: FieldErrors = {}
  const check = async (field: 'summary' | 'content', rendered: Promise<string>) => {
    await rendered.catch((error) => {
      if (!(error instanceof TooHard)) throw error
      errors[field] = { message: error.message }
    })
  }
  await check('summary', html('html', summary))
  await check('content', html(format, content))
  if (Object.keys(errors).length > 0) throw new Invalid(errors)
}
