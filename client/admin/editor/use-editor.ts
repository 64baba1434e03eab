import { type FormEvent, useRef, useState } from 'react'
import { useConflictResolution } from '#client/admin/conflicts/resolve-conflicts.ts'
import { useCloseThenUnmount, useFirstFocus } from '#client/admin/dialogs.tsx'
import { errorMessage, fieldsInError } from '#client/admin/errors.tsx'
import { ApiError } from '#client/api/http.ts'
import { PostChanged, savePost } from '#client/api/posts.ts'
import { PostFormSchema } from '#contract/post-form.ts'
import type { MergeField, PostSource, StalePost, Term } from '#contract/posts.ts'
import { type FieldErrors, validate } from '#contract/validate.ts'
import { useAutosavedDraft } from './use-autosaved-draft.ts'
import { type AutosavedDraft, formOf, type PostForm, type Typed, usePostForm } from './use-post-form.ts'

export type EditorProps = {
  source: PostSource | undefined
  categories: readonly Term[]
  tags: readonly Term[]
  /** Those with a page. */
  authors: readonly Term[]
  onClosed: () => void
  /** `merged`: fields that another user changed meanwhile and that were merged. */
  onSaved: (isNew: boolean, merged: readonly MergeField[]) => void
  onTagsCreated: () => void
}
export type Editor = ReturnType<typeof useEditor>

export function useEditor({ source, categories, tags, onClosed, onSaved, onTagsCreated }: EditorProps) {
  const titleRef = useFirstFocus<HTMLInputElement>()
  const { open, close } = useCloseThenUnmount(onClosed)
  const form = usePostForm(source, tags, onTagsCreated)
  const draft = useAutosavedDraft(source?.id, form)
  const { state, save, dismiss } = useSave(source?.id, form, draft.flush, (merged) => {
    draft.finish('saved')
    onSaved(source === undefined, merged)
    close()
  })
  const decisions = useConflictResolution(state.status === 'stale' ? state.stale : undefined, form, {
    categories,
    tags,
  })
  const leaving = useUnsavedChangesPrompt(form.dirty, () => draft.finish('thrown away'), close)
  /** The button that had the focus disappears. */
  const goOn = () => titleRef.current?.focus()

  return {
    open,
    titleRef,
    form,
    offer: draft.offer,
    state,
    dismiss,
    ...leaving,
    decisions,
    /** With conflicts, saves the resolution against the newest version, so that another change is detected again. */
    submit(event: FormEvent) {
      event.preventDefault()
      if (state.status !== 'stale') return save()
      const resolved = decisions.result()
      if (!resolved) return
      const chosen = { ...resolved, fields: { ...resolved.fields, ...movedIn(form) } }
      form.fill(chosen.fields, chosen.base)
      form.setImage(chosen.image)
      save(chosen)
    },
    editOn() {
      dismiss()
      goOn()
    },
    restore(recovered: AutosavedDraft) {
      draft.restore(recovered)
      form.fill(recovered.fields, recovered.base)
      goOn()
    },
    discard(recovered: AutosavedDraft) {
      draft.discard(recovered)
      goOn()
    },
  }
}

/** A new slug does not change the file's text, so it never conflicts. */
const movedIn = ({ fields: { address }, base }: Pick<PostForm, 'fields' | 'base'>) =>
  address !== base.address && { address }

/** Asks before unsaved text is lost. Closes before the editor: focus cannot return behind an open dialog. */
function useUnsavedChangesPrompt(dirty: boolean, throwAway: () => void, close: () => void) {
  const [asking, setAsking] = useState(false)
  const thrownAway = useRef(false)
  return {
    asking,
    cancel: () => (dirty ? setAsking(true) : close()),
    async throwAway() {
      throwAway()
      thrownAway.current = true
    },
    answered() {
      setAsking(false)
      if (thrownAway.current) close()
    },
  }
}

export type SaveState =
  | { status: 'idle' | 'saving' }
  | { status: 'refused'; attempt: number; message: string; errors: FieldErrors }
  /** Another user edited the same fields. */
  | { status: 'stale'; attempt: number; stale: StalePost }

/** Saves the form, one save at a time. `onSave` runs before the request, `onSaved` after it with the merged fields. */
export function useSave(
  postId: string | undefined,
  form: PostForm,
  onSave: () => void,
  onSaved: (merged: readonly MergeField[]) => void,
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
    if ('merged' in saved) onSaved(saved.merged)
    else setState(saved)
  }

  async function trySave(attempt: number, { fields, base, image }: Typed) {
    const { entry } = form
    const rejected = (message: string, errors: FieldErrors): SaveState => ({
      status: 'refused',
      attempt,
      message,
      errors,
    })
    const tagged = await entry.settle()
    const { selected, failure = '' } = entry.state()
    if (!tagged) return rejected(failure, {})
    const checked = validate(PostFormSchema, formOf({ ...fields, tags: [...selected] }, base))
    if (!checked.ok) return rejected(fieldsInError(checked.errors), checked.errors)
    try {
      return { merged: await savePost(postId, checked.value, image) }
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
