import { useEffect, useRef } from 'react'
import { KEEP_SCROLL } from '#client/lib/keep-scroll.ts'
import { useQuery } from './use-query.ts'

const KEY = 'lead'
/** Marks an entry of the history below which the list lies, so that closing is going back. */
export const OPENED = { ...KEEP_SCROLL, overList: true }

/** The query that opens a lead over the list as it is. */
export function withLead(query: URLSearchParams, id: string): URLSearchParams {
  const opened = new URLSearchParams(query)
  opened.set(KEY, id)
  return opened
}

/** Which lead the address opens (an id is nothing personal), and the ways to another one and back to the list. */
export function useOpened() {
  const { query, key, state, navigate, replace } = useQuery()
  /** The entry of the history that is being left. */
  const leaving = useRef<string>(undefined)
  const id = query.get(KEY) ?? undefined
  useEffect(() => {
    if (leaving.current !== key) leaving.current = undefined
  }, [key])

  /** Going back takes a moment: a second Escape meanwhile must not go back twice. */
  function close() {
    if (id === undefined || leaving.current === key) return
    leaving.current = key
    if (Object(state).overList === true) return navigate(-1)
    const closed = new URLSearchParams(query)
    closed.delete(KEY)
    replace(closed)
  }
  return { id, close, openOther: (other: string) => replace(withLead(query, other), state) }
}
