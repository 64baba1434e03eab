import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { ApiError } from '#client/api/http.ts'
import { discardWorkingCopy, keepWorkingCopy } from '#client/api/working-copies.ts'
import type { KeepWorkingCopy } from '#contract/writing.ts'

/** While someone types, the text is sent this often. */
const INTERVAL_MS = 3_000
/** After a failure, without another change. */
const RETRY_MS = 10_000

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
  onStored: () => void
}

/** Stores the working copy on the server, one request at a time. */
export function useServerCopy({ key, copy, changed, known, paused, onStored }: Options) {
  const [state, setState] = useState<CopyState>(known === null ? { status: 'clean' } : { status: 'saved', at: known })
  const text = JSON.stringify(copy)
  const continued = useRef(known)
  const stored = useRef(known === null && !changed ? text : '')
  const last = useRef<Promise<boolean>>(Promise.resolve(true))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const held = useRef(false)
  const isOpen = useRef(false)
  /** The copy that the URL names is on its way into the form. Sending it back would only renew its 30 days. */
  const isFilling = useRef(known !== null)

  const send = useEffectEvent(async (): Promise<boolean> => {
    if (paused || held.current) return false
    const sent = text
    if (sent === stored.current) return true
    try {
      setState({ status: 'saving' })
      if (changed) continued.current = (await keepWorkingCopy(key, { ...copy, replaces: continued.current })).saved_at
      else if (continued.current !== null) await drop()
      stored.current = sent
      setState(continued.current === null ? { status: 'clean' } : { status: 'saved', at: continued.current })
      onStored()
      return true
    } catch (error) {
      const isOther = error instanceof ApiError && error.status === 409
      setState({ status: 'failed', message: errorMessage(error), isOther })
      // This browser has the text, too, and offers it again.
      if (!isOther && isOpen.current) timer.current ??= setTimeout(() => flush(), RETRY_MS)
      return false
    }
  })

  async function drop() {
    await discardWorkingCopy(key)
    continued.current = null
  }

  /** Sends what is not stored yet. Resolves with whether everything is. */
  const flush = useEffectEvent((): Promise<boolean> => {
    clearTimeout(timer.current)
    timer.current = undefined
    last.current = last.current.then(() => send())
    return last.current
  })

  useEffect(() => {
    if (isFilling.current) {
      isFilling.current = !changed
      stored.current = text
    }
    if (text === stored.current || paused) return
    if (!changed && continued.current === null) {
      stored.current = text
      setState({ status: 'clean' })
      return
    }
    setState((before) => (before.status === 'failed' ? before : { status: 'waiting' }))
    timer.current ??= setTimeout(() => flush(), INTERVAL_MS)
  }, [text, paused, changed])

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
    flush: () => flush(),
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
      if (!isSaved) return void flush()
      continued.current = null
      stored.current = ''
      setState({ status: 'clean' })
    },
    /** The text continues this copy of another device from now on; null: it was discarded. */
    continue(savedAt: string | null) {
      continued.current = savedAt
      setState(savedAt === null ? { status: 'waiting' } : { status: 'saved', at: savedAt })
    },
  }
}
