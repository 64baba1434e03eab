import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useConflictResolution } from '#client/admin/conflicts/resolve-conflicts.ts'
import type { PostDraft } from '#client/admin/post-form/session/saves.ts'
import type { Offer } from '#client/admin/post-form/session/session-state.ts'
import { createWritingSession } from '#client/admin/post-form/session/writing-session.ts'
import { useCloseThenUnmount, useFirstFocus } from '#client/admin/shared/dialogs.tsx'
import type { MergeField, PostSource, Term } from '#contract/posts.ts'

export type EditorProps = {
  source: PostSource | undefined
  categories: readonly Term[]
  tags: readonly Term[]
  /** Those with a page. */
  authors: readonly Term[]
  /** `unused`: tags that the editor created and the post does not have. */
  onClosed: (unused: readonly CreatedTag[]) => void
  /** `merged`: fields of another user's change that were merged. */
  onSaved: (isNew: boolean, merged: readonly MergeField[]) => void
  onTagsCreated: () => void
}
/** `undo`: what takes it back within an hour. */
export type CreatedTag = Term & { undo: string }
export type Editor = ReturnType<typeof useEditor>

export function useEditor({ source, categories, tags, onClosed, onSaved, onTagsCreated }: EditorProps) {
  const titleRef = useFirstFocus<HTMLInputElement>()
  const created = useRef<CreatedTag[]>([])
  const { open, close } = useCloseThenUnmount(() => onClosed(created.current))
  const [session] = useState(() => {
    const opened = { source, tags, key: '', copy: undefined, isAsked: false }
    return createWritingSession({
      opened,
      isDialog: true,
      onTagsCreated(result) {
        const { undo = {} } = result
        created.current.push(...result.created.map((tag) => ({ ...tag, undo: undo[tag.id] ?? '' })))
        onTagsCreated()
      },
    })
  })
  const form = useSyncExternalStore(session.subscribe, session.state)
  useLayoutEffect(() => session.open(), [session])
  useEffect(() => {
    addEventListener('pagehide', session.keepInBrowser)
    return () => removeEventListener('pagehide', session.keepInBrowser)
  }, [session])
  const stale = form.status.name === 'conflict' ? form.status.stale : undefined
  const decisions = useConflictResolution(stale, form, { categories, tags })
  const leaving = useUnsavedChangesPrompt(session.isDirty, session.throwAway, close)
  /** The button that had the focus disappears. */
  const goOn = () => titleRef.current?.focus()

  async function save(resolved?: PostDraft) {
    const { draft } = (resolved ?? form).fields
    const outcome = await session.save(draft ? 'draft' : source ? 'update' : 'publish', resolved)
    if (outcome.result !== 'saved') return
    const { tags } = session.state().fields
    created.current = created.current.filter((one) => !tags.some(({ id }) => id === one.id))
    onSaved(source === undefined, outcome.merged)
    close()
  }

  return {
    ...session,
    ...form,
    open,
    titleRef,
    stale,
    isSaving: form.status.name === 'saving',
    ...leaving,
    decisions,
    /** With conflicts, saves the resolution against the newest version, so that another change is detected again. */
    async submit() {
      if (!stale) return save()
      const resolved = await decisions.result()
      if (resolved) await save({ ...resolved, fields: { ...resolved.fields, ...movedIn(form) } })
    },
    /** Ends this editor: the writing page goes on with what was typed. */
    takeAway(): PostDraft {
      const { fields, base, image } = form
      session.throwAway()
      return { fields, base, image }
    },
    editOn() {
      session.dismissConflict()
      goOn()
    },
    restore(offer: Offer) {
      session.restore(offer)
      goOn()
    },
    async discard(offer: Offer) {
      await session.discard(offer)
      goOn()
    },
  }
}

/** A new slug does not change the file's text, so it never conflicts. */
const movedIn = ({ fields: { address }, base }: PostDraft) => address !== base.address && { address }

/** Asks before unsaved text is lost. Closes before the editor: focus cannot return behind an open dialog. */
function useUnsavedChangesPrompt(isDirty: () => boolean, throwAway: () => void, close: () => void) {
  const [asking, setAsking] = useState(false)
  const thrownAway = useRef(false)
  return {
    asking,
    cancel: () => (isDirty() ? setAsking(true) : close()),
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
