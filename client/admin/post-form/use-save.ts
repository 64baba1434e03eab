import { useRef, useState } from 'react'
import { errorMessage, fieldsInError } from '#client/admin/shared/errors.tsx'
import { ApiError } from '#client/api/http.ts'
import { PostChanged, savePost } from '#client/api/posts.ts'
import { postFormSchema } from '#contract/post-form.ts'
import type { MergeField, StalePost } from '#contract/posts.ts'
import { type FieldErrors, validate } from '#contract/validate.ts'
import { formOf, type PostForm, type Typed } from './use-post-form.ts'

export type SaveState =
  | { status: 'idle' | 'saving' }
  | { status: 'rejected'; attempt: number; message: string; errors: FieldErrors }
  /** Another user edited the same fields. */
  | { status: 'stale'; attempt: number; stale: StalePost }

/** Saves the form, one save at a time. `onSave` runs before the request, `onSaved` after it. */
export function useSave(
  postId: string | undefined,
  form: PostForm,
  onSave: () => void,
  onSaved: (saved: { id: string; merged: readonly MergeField[] }) => void,
) {
  const [state, setState] = useState<SaveState>({ status: 'idle' })
  const going = useRef(false)
  const attempts = useRef(0)

  async function save(typed: Typed = form) {
    if (going.current) return
    going.current = true
    onSave()
    setState({ status: 'saving' })
    const saved = await trySave(++attempts.current, typed)
    going.current = false
    if ('merged' in saved) {
      setState({ status: 'idle' })
      onSaved(saved)
    } else setState(saved)
  }

  async function trySave(attempt: number, { fields, base, image }: Typed) {
    const { entry } = form
    const rejected = (message: string, errors: FieldErrors): SaveState => ({
      status: 'rejected',
      attempt,
      message,
      errors,
    })
    const tagged = await entry.settle()
    const { selected, failure = '' } = entry.state()
    if (!tagged) return rejected(failure, {})
    const checked = validate(postFormSchema(base.stored), formOf({ ...fields, tags: [...selected] }, base))
    if (!checked.ok) return rejected(fieldsInError(checked.errors), checked.errors)
    try {
      return await savePost(postId, checked.value, image)
    } catch (error) {
      if (error instanceof PostChanged) return { status: 'stale' as const, attempt, stale: error.stale }
      return rejected(allErrorMessages(error), error instanceof ApiError ? error.errors : {})
    }
  }

  return { state, save, dismiss: () => setState({ status: 'idle' }) }
}

/** The message of the response, followed by the messages of its fields. */
function allErrorMessages(error: unknown): string {
  if (!(error instanceof ApiError)) return errorMessage(error)
  return [...new Set([error.message, ...Object.values(error.errors).map(({ message }) => message)])].join(' ')
}
