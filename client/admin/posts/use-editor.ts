import { type FormEvent, useRef, useState } from 'react'
import { useConflictResolution } from '#client/admin/conflicts/resolve-conflicts.ts'
import { useAutosavedDraft } from '#client/admin/post-form/use-autosaved-draft.ts'
import { type AutosavedDraft, type PostForm, usePostForm } from '#client/admin/post-form/use-post-form.ts'
import { useSave } from '#client/admin/post-form/use-save.ts'
import { useCloseThenUnmount, useFirstFocus } from '#client/admin/shared/dialogs.tsx'
import type { MergeField, PostSource, Term } from '#contract/posts.ts'

export type EditorProps = {
  source: PostSource | undefined
  categories: readonly Term[]
  tags: readonly Term[]
  /** Those with a page. */
  authors: readonly Term[]
  onClosed: () => void
  /** `merged`: fields of another user's change that were merged. */
  onSaved: (isNew: boolean, merged: readonly MergeField[]) => void
  onTagsCreated: () => void
}
export type Editor = ReturnType<typeof useEditor>

export function useEditor({ source, categories, tags, onClosed, onSaved, onTagsCreated }: EditorProps) {
  const titleRef = useFirstFocus<HTMLInputElement>()
  const { open, close } = useCloseThenUnmount(onClosed)
  const form = usePostForm(source, tags, onTagsCreated)
  const draft = useAutosavedDraft(source?.id, form)
  const { state, save, dismiss } = useSave(source?.id, form, draft.flush, ({ merged }) => {
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
    async submit(event: FormEvent) {
      event.preventDefault()
      if (state.status !== 'stale') return save()
      const resolved = await decisions.result()
      if (!resolved) return
      const chosen = { ...resolved, fields: { ...resolved.fields, ...movedIn(form) } }
      form.fill(chosen.fields, chosen.base)
      form.setImage(chosen.image)
      save(chosen)
    },
    /** Ends this editor: the writing page goes on with what was typed. */
    takeAway() {
      draft.finish('thrown away')
      const { fields, base, image } = form
      return { fields, base, image }
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
