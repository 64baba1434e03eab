import { EXPIRES_TOO_EARLY, type PostForm, PostFormSchema } from '#contract/post-form.ts'
import type { FieldErrors } from '#contract/validate.ts'
import { idOf } from '#server/content/content-file.ts'
import { dateInName, decodeFields } from '#server/content/post-file.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { parseOrThrow } from '#server/http/read-body.ts'
import { ValidationError } from '#server/lib/errors.ts'
import { InvalidImageError } from '#server/media/image-format.ts'
import { UnrenderableContentError } from './render/nesting-limit.ts'
import type { Renderer } from './render/renderer.ts'

/** The editor's form: text fields, and an image if one was picked. */
export type SentPost = { fields: PostForm; picture: Uint8Array | undefined }

/**
 * Reads the multipart form: a title like `{"a":1}` stays text, and a single `tags[]` is a list. Throws
 * `ValidationError` and `InvalidImageError`.
 */
export async function sentPost(form: FormData): Promise<SentPost> {
  const text = (name: string) => asWritten(form.get(name) ?? undefined)
  const fields = parseOrThrow(PostFormSchema, {
    title: text('title'),
    summary: text('summary'),
    content: text('content'),
    category_id: text('category_id'),
    tags: [...new Set([...form.getAll('tags[]'), ...form.getAll('tags')])].filter((tag) => tag !== ''),
    format: text('format'),
    image_alt: text('image_alt'),
    draft: text('draft'),
    date: text('date'),
    expires: text('expires'),
    address: text('address') || undefined,
    revision: text('revision'),
  })
  return { fields, picture: await pictureIn(form.get('image')) }
}

/** Browsers send line breaks as CRLF, which must not count towards the length. */
const asWritten = (value: FormDataEntryValue | undefined) =>
  typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value

/** Browsers send an empty file for a picker without a selection. */
async function pictureIn(part: FormDataEntryValue | null): Promise<Uint8Array | undefined> {
  if (part === null || part === '') return undefined
  if (typeof part === 'string') throw new InvalidImageError('The image must be sent as a file.')
  return part.size === 0 ? undefined : part.bytes()
}

/** Throws `ValidationError` when the category or a tag does not exist. */
export function checkNames({ category_id, tags }: PostForm, snapshot: Snapshot): void {
  const errors: FieldErrors = {}
  if (!snapshot.categories.has(category_id)) errors.category_id = { message: 'This category does not exist.' }
  if (!tags.every((tag) => snapshot.tags.has(tag))) errors.tags = { message: 'This tag does not exist.' }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
}

/**
 * Throws `ValidationError` unless the post is a draft or has a date (in its file or file name), and expires after it.
 */
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
 * Throws `ValidationError` for texts that cannot be rendered. The rendered texts are cached for the page that shows
 * them.
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
