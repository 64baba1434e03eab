import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { ApiError } from '#client/api/http.ts'
import { discardWorkingCopy, keepWorkingCopy } from '#client/api/working-copies.ts'
import type { StoredDocument } from '#contract/stored-document.ts'
import type { KeepWorkingCopy } from '#contract/writing.ts'

/** While someone types, the text is sent this often. */
const INTERVAL_MS = 3_000
/** After a failure, without another change. */
const RETRY_MS = 10_000
/** Whoever types on while the text is sent on request does not keep it from being stored. */
const ATTEMPTS = 3

export type CopyState =
  /** Nothing differs from the stored post. */
  | { status: 'clean' }
  | { status: 'waiting' | 'saving' }
  | { status: 'saved'; at: string }
  /** `isOther`: another tab or device has changed the copy. */
  | { status: 'failed'; message: string; isOther: boolean }

type Options = {
  key: string
  copy: Pick<KeepWorkingCopy, 'revision' | 'fields'>
  /** Whether the text differs from the stored post. */
  changed: boolean
  /** `saved_at` of the copy that the text continues. */
  known: string | null
  /** Another copy waits for a decision: nothing is sent. */
  paused: boolean
  /** Writes what the editor shows as text. Rejects if it cannot be written. */
  write: () => Promise<unknown>
  /** What the editor shows, where it has no text. */
  document: () => StoredDocument | undefined
  onStored: () => void
}

/** Stores the working copy on the server, one request at a time. */
export function useServerCopy({ key, copy, changed, known, paused, write, document, onStored }: Options) {
  const [state, setState] = useState<CopyState>(known === null ? { status: 'clean' } : { status: 'saved', at: known })
  /** That of `state`: a key press while the text waits renders nothing. */
  const status = useRef(state.status)
  function show(next: CopyState): void {
    status.current = next.status
    setState(next)
  }
  const text = JSON.stringify(copy)
  const continued = useRef(known)
  const stored = useRef(known === null && !changed ? text : '')
  const last = useRef<Promise<boolean>>(Promise.resolve(true))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const held = useRef(false)
  const isOpen = useRef(false)
  /** The copy that the URL names is on its way into the form. Sending it back would only renew its 30 days. */
  const isFilling = useRef(known !== null)

  /** What is on the screen, as it is stored. */
  const current = useEffectEvent(() => {
    const unwritten = document()
    return unwritten ? JSON.stringify({ ...copy, document: unwritten }) : text
  })

  const send = useEffectEvent(async (): Promise<'stored' | 'failed' | 'typed since'> => {
    if (paused || held.current) return 'failed'
    const sent = current()
    const unwritten = document()
    const isUnsaved = changed || unwritten !== undefined
    if (sent !== stored.current) {
      try {
        show({ status: 'saving' })
        const { fields, revision } = copy
        const replaces = continued.current
        if (isUnsaved) {
          const kept = { revision, fields, ...(unwritten && { document: unwritten }), replaces }
          continued.current = (await keepWorkingCopy(key, kept)).saved_at
        } else if (replaces !== null) await drop()
        stored.current = sent
      } catch (error) {
        const isOther = error instanceof ApiError && error.status === 409
        show({ status: 'failed', message: errorMessage(error), isOther })
        // This browser has the text, too, and offers it again.
        if (!isOther && isOpen.current) timer.current ??= setTimeout(() => flush(), RETRY_MS)
        return 'failed'
      }
    }
    if (current() !== sent) {
      wait()
      return 'typed since'
    }
    show(continued.current === null ? { status: 'clean' } : { status: 'saved', at: continued.current })
    onStored()
    return 'stored'
  })

  async function drop() {
    await discardWorkingCopy(key)
    continued.current = null
  }

  function wait(): void {
    if (status.current !== 'failed' && status.current !== 'waiting') show({ status: 'waiting' })
    timer.current ??= setTimeout(() => flush(), INTERVAL_MS)
  }

  const written = useEffectEvent(async () => {
    if (paused || held.current) return
    await write().catch(() => {})
    // The form has the text after it is rendered.
    await new Promise((resolve) => setTimeout(resolve))
  })

  /** Sends what is not stored yet. Resolves with whether everything is. */
  const flush = useEffectEvent((attempts = 1): Promise<boolean> => {
    clearTimeout(timer.current)
    timer.current = undefined
    last.current = last.current.then(async () => {
      for (let attempt = 1; ; attempt++) {
        await written()
        const outcome = await send()
        if (outcome !== 'typed since' || attempt === attempts) return outcome === 'stored'
      }
    })
    return last.current
  })

  const compare = useEffectEvent((text: string, paused: boolean, changed: boolean) => {
    if (isFilling.current) {
      isFilling.current = !changed
      stored.current = text
    }
    if (text === stored.current || paused) return
    if (!changed && continued.current === null && !document()) {
      stored.current = text
      show({ status: 'clean' })
      return
    }
    wait()
  })
  useEffect(() => compare(text, paused, changed), [text, paused, changed])

  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      clearTimeout(timer.current)
      void flush()
    }
  }, [])

  return {
    state,
    flush: () => flush(ATTEMPTS),
    /** What the editor shows has changed, and has no text yet. */
    edited() {
      if (!paused) wait()
    },
    /** Waits for the request in flight, and sends no other until `resume`. */
    async hold() {
      await last.current
      held.current = true
      clearTimeout(timer.current)
      timer.current = undefined
    },
    /** `isSaved`: the post was saved, so the server has deleted the copy. */
    resume(isSaved: boolean) {
      held.current = false
      if (isSaved) {
        continued.current = null
        stored.current = ''
        show({ status: 'clean' })
      }
      // What was typed meanwhile.
      void flush()
    },
    /** The text continues this copy of another device from now on; null: it was discarded. */
    continue(savedAt: string | null) {
      continued.current = savedAt
      show(savedAt === null ? { status: 'waiting' } : { status: 'saved', at: savedAt })
    },
  }
}
