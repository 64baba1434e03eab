import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
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

type Typed = { fields: PostFields; base: PostBase; changed: boolean }

/** Stores unsaved text in the browser and offers the text of an earlier session. */
export function useAutosavedDraft(postId: string | undefined, typed: Typed) {
  const [sitting, setSitting] = useState(newSitting)
  const drafts = useMemo(() => draftsOf(postId, sitting), [postId, sitting])
  const [offer, setOffer] = useState(() => recoverable(drafts.offered(), typed.fields))
  const over = useRef(false)

  function flush() {
    if (over.current) return
    if (typed.changed) drafts.keep(typed.fields, typed.base)
    else drafts.forgetMine()
  }
  useAutosave(JSON.stringify(typed.fields), flush)

  /** Keeps the current text as a draft; a new session starts with the restored one. */
  function restore(draft: AutosavedDraft) {
    flush()
    const next = newSitting()
    const own = draftsOf(postId, next)
    own.keep(draft.fields, draft.base)
    own.discard(draft)
    setSitting(next)
    setOffer(own.offered())
  }
  return {
    offer,
    flush,
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
function useAutosave(text: string, flush: () => void) {
  const keep = useEffectEvent(flush)
  const lastText = useRef(text)
  useEffect(() => {
    if (lastText.current === text) return
    lastText.current = text
    const timer = setTimeout(() => keep(), AUTOSAVE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => {
    const onLeave = () => keep()
    addEventListener('pagehide', onLeave)
    return () => {
      removeEventListener('pagehide', onLeave)
      onLeave()
    }
  }, [])
}

const newSitting = () => Math.random().toString(36).slice(2)

const draftsOf = (postId: string | undefined, sitting: string) =>
  createLocalDraft(localStorage, draftKey(postId), sitting)

const recoverable = (draft: AutosavedDraft | undefined, fields: PostFields) =>
  draft && !sameFields(draft.fields, fields) ? draft : undefined
