import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Opened } from '#client/admin/post-form/session/open-post.ts'
import {
  type Action,
  doneLabels,
  mainAction,
  nextState,
  storedState,
} from '#client/admin/post-form/session/publication.ts'
import type { PostDraft } from '#client/admin/post-form/session/saves.ts'
import { isOnServer } from '#client/admin/post-form/session/stored.ts'
import { createWritingSession } from '#client/admin/post-form/session/writing-session.ts'
import { useToast } from '#client/ui/overlay/toast.tsx'
import type { Term } from '#contract/posts.ts'
import { useRename } from './page-url.ts'

export type Writing = ReturnType<typeof useWriting>

/** The session of the writing page, and what it shows now. */
export function useWriting(opened: Opened, typed: PostDraft | undefined) {
  const [session] = useState(() => createWritingSession({ opened, typed }))
  const state = useSyncExternalStore(session.subscribe, session.state)
  const toast = useToast()
  const rename = useEffectEvent(useRename())
  // Before the editor of the text goes away with the page.
  useLayoutEffect(() => session.open(), [session])
  useEffect(() => {
    addEventListener('pagehide', session.keepInBrowser)
    return () => removeEventListener('pagehide', session.keepInBrowser)
  }, [session])
  useEffect(() => {
    if (state.url) rename(state.url)
  }, [state.url])

  /** Set by the field of the text: shows another text in the editor, as a step that can be undone. */
  const showText = useRef<(before: string, content: string) => void>(undefined)

  const now = new Date()
  const postState = storedState(state.source, now)

  async function save(action: Action, resolved?: PostDraft) {
    const outcome = await session.save(action, resolved)
    if (outcome.result === 'saved') toast(doneLabels[action])
  }

  return {
    ...session,
    ...state,
    ...useBodyFocus(() => session.editor()?.focus()),
    lists: useLists(opened, state.created),
    /** The id of the deleted post that the text was written for. */
    deleted: state.source ? undefined : opened.deleted,
    isOnServer: () => isOnServer(session.state().stored),
    postState,
    mainAction: mainAction(postState, nextState(state.fields, now)),
    /** What is being saved. */
    action: state.status.name === 'saving' ? state.status.action : undefined,
    save,
    showText,
    /** Changes the text by `edit`, which returns `undefined` where it cannot. Resolves with whether it did. */
    async editText(edit: (content: string) => Promise<string | undefined>): Promise<boolean> {
      const before = await session.contentNow()
      const content = await edit(before)
      if (content === undefined || !showText.current) return false
      showText.current(before, content)
      toast('The part is back in your text, and not saved yet. Undo takes it out again.')
      return true
    },
    /** Stores a draft as a post. What is published does not change: its text is stored only for the administrator. */
    async saveDraft() {
      if (postState === 'draft') return save('draft')
      const shown =
        postState === 'scheduled' ? 'What is scheduled stays as it was.' : 'Visitors see what was published.'
      if (await session.store()) toast(`Saved for you. ${shown}`)
    },
    async restorePost(id: string) {
      const message = await session.restorePost(id)
      if (message !== undefined) toast(message)
    },
  }
}

/** A save that takes an existing category for a new name creates none. */
function useLists(opened: Opened, created: readonly Term[]) {
  return useMemo(() => {
    const others = created.filter((one) => !opened.categories.some(({ id }) => id === one.id))
    return { ...opened, categories: [...opened.categories, ...others] }
  }, [opened, created])
}

/** Focuses the text editor at once or when it is loaded, unless the focus has moved in between. */
function useBodyFocus(focus: () => void) {
  const focusedBefore = useRef<Element>(null)
  return {
    focusBody() {
      focusedBefore.current = document.activeElement
      focus()
    },
    onBodyReady() {
      if (focusedBefore.current && focusedBefore.current === document.activeElement) focus()
      focusedBefore.current = null
    },
  }
}
