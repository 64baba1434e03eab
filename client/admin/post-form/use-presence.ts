import { useEffect, useState } from 'react'
import { ApiError } from '#client/api/http.ts'
import { followPresence } from '#client/api/presence.ts'
import { PRESENCE_HEARTBEAT_MS, type Presence } from '#contract/presence.ts'

const PAUSE_MIN_MS = 1_000
const PAUSE_MAX_MS = 60_000
/** Without a heartbeat for so long, the connection is lost. */
const SILENCE_MAX_MS = 2.5 * PRESENCE_HEARTBEAT_MS
/** A hidden page gives its connection back: browsers open only six to a server over HTTP/1.1. */
const HIDDEN_MAX_MS = 60_000

const ALONE: Presence = { others: [], revision: null, saved: null }

/** Who else has the post open, and the last change of its file; empty while the server does not answer. */
export function usePresence(id: string | undefined): Presence {
  const [state, setState] = useState(ALONE)
  useEffect(() => {
    if (id === undefined) return
    const stop = follow(id, (next) => setState((before) => (next ? withSave(before, next) : { ...before, others: [] })))
    return () => {
      stop()
      setState(ALONE)
    }
  }, [id])
  return state
}

/** A new stream does not know what was saved before it began. */
const withSave = (before: Presence, next: Presence): Presence =>
  next.saved === null && next.revision === before.revision ? { ...next, saved: before.saved } : next

/** Follows the stream while the page is visible, again after each end. `onState` gets `undefined` when it ended. */
function follow(id: string, onState: (state: Presence | undefined) => void): () => void {
  let pauseMs = PAUSE_MIN_MS
  let connection: AbortController | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  async function connect() {
    clearTimeout(retry)
    const current = new AbortController()
    connection = current
    const waitForLine = () => {
      clearTimeout(silence)
      silence = setTimeout(() => current.abort(), SILENCE_MAX_MS)
    }
    waitForLine()
    const error = await followPresence(id, current.signal, (next) => {
      pauseMs = PAUSE_MIN_MS
      waitForLine()
      onState(next)
    }).catch((reason: unknown) => reason)
    if (connection !== current) return
    clearTimeout(silence)
    connection = undefined
    onState(undefined)
    // The post was deleted.
    if (error instanceof ApiError && error.status === 404) return
    retry = setTimeout(connect, pauseMs * (0.5 + Math.random()))
    pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS)
  }

  function disconnect() {
    for (const timer of [retry, silence, hiding]) clearTimeout(timer)
    const current = connection
    connection = undefined
    current?.abort()
  }

  function onVisibility() {
    clearTimeout(hiding)
    if (document.visibilityState === 'hidden') hiding = setTimeout(disconnect, HIDDEN_MAX_MS)
    else if (!connection) void connect()
  }

  document.addEventListener('visibilitychange', onVisibility)
  void connect()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    disconnect()
  }
}
