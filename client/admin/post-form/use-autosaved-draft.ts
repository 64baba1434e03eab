import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { StoredDocument } from '#contract/stored-document.ts'
import {
  type AutosavedDraft,
  createLocalDraft,
  draftKey,
  type PostBase,
  type PostFields,
  sameFields,
} from './use-post-form.ts'

/** Changes are stored after this delay, or earlier when the page or the editor closes. */
const AUTOSAVE_DELAY_MS = 250

type Typed = {
  fields: PostFields
  base: PostBase
  changed: boolean
  /** What the editor shows, where it has no text. */
  document?: () => StoredDocument | undefined
}

/** Stores unsaved text in the browser and offers the text of an earlier session. */
export function useAutosavedDraft(postId: string | undefined, typed: Typed) {
  const [sitting, setSitting] = useState(newSitting)
  const drafts = useMemo(() => draftsOf(postId, sitting), [postId, sitting])
  const [offer, setOffer] = useState(() => recoverable(drafts.offered(), typed.fields))
  const over = useRef(false)

  /** Returns whether this browser has the text. */
  function flush(): boolean {
    const document = typed.document?.()
    if (over.current) return true
    if (typed.changed || document) return drafts.keep(typed.fields, typed.base, document)
    drafts.forgetMine()
    return true
  }
  const { edited } = useAutosave(JSON.stringify(typed.fields), flush)
  const forgetSaved = useEffectEvent(() => {
    if (!typed.document?.()) drafts.forgetMine()
  })
  useEffect(() => {
    // A save may have begun before the last change was stored here.
    if (!typed.changed) forgetSaved()
  }, [typed.changed])
  const last = useRef(drafts)
  useEffect(() => {
    // A new post was saved: its text is stored under its id from now on.
    if (last.current.key !== drafts.key) last.current.forgetMine()
    last.current = drafts
  }, [drafts])

  /** Keeps the current text as a draft; a new session starts with the restored one. */
  function restore(draft: AutosavedDraft) {
    flush()
    const next = newSitting()
    const own = draftsOf(postId, next)
    own.keep(draft.fields, draft.base, draft.document)
    own.discard(draft)
    setSitting(next)
    setOffer(own.offered())
  }
  return {
    offer,
    flush,
    /** What the editor shows has changed, and has no text yet. */
    edited,
    /** Nothing of this session is unsaved any more; the text may change again. */
    forget: () => drafts.forgetMine(),
    restore,
    discard(gone: AutosavedDraft) {
      drafts.discard(gone)
      setOffer(recoverable(drafts.offered(), typed.fields))
    },
    finish(how: 'saved' | 'thrown away') {
      over.current = true
      if (how === 'saved') drafts.clear()
      else drafts.forgetMine()
    },
  }
}

/** Calls `flush` after a change, and when the page or the editor closes. */
function useAutosave(text: string, flush: () => boolean) {
  const keep = useEffectEvent(flush)
  const lastText = useRef(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const edited = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => keep(), AUTOSAVE_DELAY_MS)
  }, [])
  useEffect(() => {
    if (lastText.current === text) return
    lastText.current = text
    edited()
  }, [text, edited])
  useEffect(() => {
    const onLeave = () => keep()
    addEventListener('pagehide', onLeave)
    return () => {
      removeEventListener('pagehide', onLeave)
      clearTimeout(timer.current)
      onLeave()
    }
  }, [])
  return { edited }
}

const newSitting = () => Math.random().toString(36).slice(2)

const draftsOf = (postId: string | undefined, sitting: string) =>
  createLocalDraft(localStorage, draftKey(postId), sitting)

const recoverable = (draft: AutosavedDraft | undefined, fields: PostFields) =>
  draft && (draft.document || !sameFields(draft.fields, fields)) ? draft : undefined
