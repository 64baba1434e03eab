import { type FormEvent, useRef, useState } from 'react'
import { useConflictResolution } from '#client/admin/conflicts/use-conflict-resolution.ts'
import { useCloseThenUnmount } from '#client/admin/use-close-then-unmount.ts'
import { useFirstFocus } from '#client/admin/use-first-focus.ts'
import type { Name } from '#contract/names.ts'
import type { MergeField, PostSource } from '#contract/posts.ts'
import type { AutosavedDraft } from './local-draft.ts'
import { useAutosavedDraft } from './use-autosaved-draft.ts'
import { type PostForm, usePostForm } from './use-post-form.ts'
import { useSave } from './use-save.ts'

export type EditorProps = {
  /** The post as its file has it; without one the editor makes a new post. */
  source: PostSource | undefined
  categories: readonly Name[]
  tags: readonly Name[]
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
