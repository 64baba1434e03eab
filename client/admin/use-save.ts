import { useRef, useState } from 'react'
import { CallFailed } from '#client/api/call-failed.ts'
import { PostChanged, savePost } from '#client/api/posts.ts'
import { PostFormSchema, type PostSource } from '#contract/posts.ts'
import { type FieldErrors, validate } from '#contract/validate.ts'
import { fieldsInError } from './field-labels.ts'
import type { PostBase } from './local-draft.ts'
import { messageOf } from './message-of.ts'
import { formOf } from './post-fields.ts'
import type { PostForm } from './use-post-form.ts'

export type SaveState =
  | { status: 'idle' | 'saving' }
  | { status: 'refused'; attempt: number; message: string; errors: FieldErrors }
  /** Somebody else changed the post meanwhile (decision 31). */
  | { status: 'stale'; attempt: number; message: string; current: PostSource }

/** Saves the editor's form, one save at a time. `onSave` runs before anything is sent, `onSaved` once it is stored. */
export function useSave(postId: string | undefined, form: PostForm, onSave: () => void, onSaved: () => void) {
  const [state, setState] = useState<SaveState>({ status: 'idle' })
  const going = useRef(false)
  const attempts = useRef(0)

  async function save(base = form.base) {
    if (going.current) return
    going.current = true
    onSave()
    setState({ status: 'saving' })
    const failed = await trySave(++attempts.current, base)
    going.current = false
    if (failed) setState(failed)
    else onSaved()
  }

  async function trySave(attempt: number, base: PostBase): Promise<SaveState | undefined> {
    const { entry, fields, image } = form
    const refused = (message: string, errors: FieldErrors): SaveState => ({
      status: 'refused',
      attempt,
      message,
      errors,
    })
    const tagged = await entry.settle()
    const { selected, failure = '' } = entry.state()
    if (!tagged) return refused(failure, {})
    const checked = validate(PostFormSchema, formOf({ ...fields, tags: [...selected] }, base))
    if (!checked.ok) return refused(fieldsInError(checked.errors), checked.errors)
    try {
      await savePost(postId, checked.value, image)
      return undefined
    } catch (error) {
      if (error instanceof PostChanged)
        return { status: 'stale', attempt, message: error.message, current: error.current }
      return refused(everythingSaid(error), error instanceof CallFailed ? error.errors : {})
    }
  }

  return { state, save, dismiss: () => setState({ status: 'idle' }) }
}

/** The answer's sentence, then what it says of single fields. */
function everythingSaid(error: unknown): string {
  if (!(error instanceof CallFailed)) return messageOf(error)
  return [...new Set([error.message, ...Object.values(error.errors).map(({ message }) => message)])].join(' ')
}
