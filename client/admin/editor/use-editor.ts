import { type FormEvent, useRef, useState } from 'react'
import { useConflictResolution } from '#client/admin/conflicts/resolve-conflicts.ts'
import { useCloseThenUnmount, useFirstFocus } from '#client/admin/dialogs.tsx'
import { errorMessage, fieldsInError } from '#client/admin/errors.tsx'
import { ApiError } from '#client/api/http.ts'
import { PostChanged, savePost } from '#client/api/posts.ts'
import { PostFormSchema } from '#contract/post-form.ts'
import type { MergeField, PostSource, StalePost } from '#contract/posts.ts'
import type { Term } from '#contract/terms.ts'
import { type FieldErrors, validate } from '#contract/validate.ts'
import { type AutosavedDraft, formOf, type PostBase, type PostFields } from './post-fields.ts'
import { useAutosavedDraft } from './use-autosaved-draft.ts'
import { type PostForm, usePostForm } from './use-post-form.ts'

export type EditorProps = {
  /** The post as its file has it; without one the editor makes a new post. */
  source: PostSource | undefined
  categories: readonly Term[]
  tags: readonly Term[]
  onClosed: () => void
  /** `merged`: what somebody else changed meanwhile, and is in as well. */
  onSaved: (isNew: boolean, merged: readonly MergeField[]) => void
  onTagsCreated: () => void
}
export type Editor = ReturnType<typeof useEditor>

/** One opening of the editor: what is typed, how it is kept, saved, merged with theirs, and left. */
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
  /** The button that was pressed is gone. */
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
    /** While two changes overlap, what was decided is saved: over theirs, so that a third change is found out again. */
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
    /** Leaves the overlaps as they are; what was typed and what was decided stay. */
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

/** Another address is no change of the file's text, so it never overlaps. */
const movedIn = ({ fields: { address }, base }: Pick<PostForm, 'fields' | 'base'>) =>
  address !== base.address && { address }

/** Unsaved text is not left without a question. That closes before the editor does: the focus cannot go back behind an open dialog. */
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
  /** Somebody else changed the same meanwhile (decision 31). */
  | { status: 'stale'; attempt: number; stale: StalePost }

/** What is to be saved, and what it began from. */
export type Typed = { fields: PostFields; base: PostBase; image: File | undefined }

/**
 * Saves the editor's form, one save at a time. `onSave` runs before anything is sent, `onSaved` once it is stored, with
 * what somebody else changed meanwhile.
 */
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

/** The answer's sentence, then what it says of single fields. */
function allErrorMessages(error: unknown): string {
  if (!(error instanceof ApiError)) return errorMessage(error)
  return [...new Set([error.message, ...Object.values(error.errors).map(({ message }) => message)])].join(' ')
}
