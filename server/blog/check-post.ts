import { EXPIRES_TOO_EARLY } from '#contract/post-times.ts'
import type { PostForm } from '#contract/posts.ts'
import type { FieldErrors } from '#contract/validate.ts'
import { idOf } from '#server/content/file-id.ts'
import { dateInName, decodeFields } from '#server/content/post-file.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { ValidationError } from '#server/lib/errors.ts'
import type { Renderer } from './render/renderer.ts'
import { UnrenderableContentError } from './render/unrenderable.ts'

/** A post may only be saved with a category and tags that exist. Throws `ValidationError`. */
export function checkNames({ category_id, tags }: PostForm, snapshot: Snapshot): void {
  const errors: FieldErrors = {}
  if (!snapshot.categories.has(category_id)) errors.category_id = { message: 'This category does not exist.' }
  if (!tags.every((tag) => snapshot.tags.has(tag))) errors.tags = { message: 'This tag does not exist.' }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
}

/** A post other than a draft has a date, in its file or in its name, and cannot expire before it. Throws `ValidationError`. */
export function checkTimes(file: string, text: string, { date, expires }: PostForm): void {
  if (date === undefined && expires === undefined) return
  const fields = decodeFields(text)
  const from = fields.date ?? dateInName(idOf(file))
  if (from === null && fields.draft) return
  if (from === null) throw new ValidationError({ date: { message: 'Date is required.' } })
  if (fields.expires !== null && fields.expires <= from)
    throw new ValidationError({ expires: { message: EXPIRES_TOO_EARLY } })
}

/**
 * What could not be shown later is not saved either. What passes is rendered by then, and the page that shows it need
 * not wait. Throws `ValidationError`.
 */
export async function checkTexts({ html }: Renderer, { format, summary, content }: PostForm): Promise<void> {
  const errors: FieldErrors = {}
  const check = async (field: 'summary' | 'content', rendered: Promise<string>) => {
    await rendered.catch((error) => {
      if (!(error instanceof UnrenderableContentError)) throw error
      errors[field] = { message: error.message }
    })
  }
  await check('summary', html('html', summary))
  await check('content', html(format, content))
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
}
