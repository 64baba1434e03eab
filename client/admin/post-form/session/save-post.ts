import { errorMessage, fieldsInError } from '#client/admin/shared/errors.tsx'
import { ApiError } from '#client/api/http.ts'
import { PostChanged, type savePost } from '#client/api/posts.ts'
import { postFormSchema } from '#contract/post-form.ts'
import type { MergeField, StalePost } from '#contract/posts.ts'
import { type FieldErrors, validate } from '#contract/validate.ts'
import { formOf, type PostBase, type PostFields } from './fields.ts'

/** The fields to save and the version they are based on. */
export type Typed = { fields: PostFields; base: PostBase; image: File | undefined }

export type Saved = { result: 'saved'; id: string; merged: readonly MergeField[] }
type NotSaved =
  | { result: 'rejected'; message: string; errors: FieldErrors }
  /** Another user edited the same fields. */
  | { result: 'conflict'; stale: StalePost }

const rejected = (message: string, errors: FieldErrors = {}): NotSaved => ({
  result: 'rejected',
  message,
  errors,
})

/** Checks the fields and sends them. Never rejects. */
export async function trySave(
  save: typeof savePost,
  id: string | undefined,
  { fields, base, image }: Typed,
): Promise<Saved | NotSaved> {
  const checked = validate(postFormSchema(base.stored), formOf(fields, base))
  if (!checked.ok) return rejected(fieldsInError(checked.errors), checked.errors)
  try {
    return { result: 'saved', ...(await save(id, checked.value, image)) }
  } catch (error) {
    if (error instanceof PostChanged) return { result: 'conflict', stale: error.stale }
    return rejected(allErrorMessages(error), error instanceof ApiError ? error.errors : {})
  }
}

/** The message of the response, followed by the messages of its fields. */
function allErrorMessages(error: unknown): string {
  if (!(error instanceof ApiError)) return errorMessage(error)
  return [...new Set([error.message, ...Object.values(error.errors).map(({ message }) => message)])].join(' ')
}
