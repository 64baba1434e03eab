import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import {
  type AutosavedDraft,
  createLocalDraft,
  draftKey,
  type PostBase,
  type PostFields,
  sameFields,
} from './post-fields.ts'

/** A change is in the browser's storage this long after it was made, or earlier: when the page or the editor goes away. */
const KEEP_DELAY_MS = 250

type Typed = { fields: PostFields; base: PostBase; changed: boolean }
export type DraftAutosave = ReturnType<typeof useAutosavedDraft>

/** Keeps unsaved text in the browser and offers what an earlier sitting left (decision 30). */
export function useAutosavedDraft(postId: string | undefined, typed: Typed) {
  const [sitting, setSitting] = useState(newSitting)
  const drafts = useMemo(() => draftsOf(postId, sitting), [postId, sitting])
  const [offer, setOffer] = useState(() => worthOffering(drafts.offered(), typed.fields))
  const over = useRef(false)

  function flush() {
    if (over.current) return
    if (typed.changed) drafts.keep(typed.fields, typed.base)
    else drafts.forgetMine()
  }
  useKeeping(JSON.stringify(typed.fields), flush)

  /** What is typed now stays as a draft of its own; the next sitting begins with what is restored. */
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
    restore,
    discard(gone: AutosavedDraft) {
      drafts.discard(gone)
      setOffer(worthOffering(drafts.offered(), typed.fields))
    },
    /** Nothing is unsaved any more: it was saved, or thrown away on purpose. */
    finish(how: 'saved' | 'thrown away') {
      over.current = true
      if (how === 'saved') drafts.clear()
      else drafts.forgetMine()
    },
  }
}

/** Calls `flush` a moment after the text changed, and when page or editor go away. */
function useKeeping(text: string, flush: () => void) {
  const keep = useEffectEvent(flush)
  const lastText = useRef(text)
  useEffect(() => {
    if (lastText.current === text) return
    lastText.current = text
    const timer = setTimeout(() => keep(), KEEP_DELAY_MS)
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

const worthOffering = (draft: AutosavedDraft | undefined, fields: PostFields) =>
  draft && !sameFields(draft.fields, fields) ? draft : undefined
