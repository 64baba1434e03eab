import { useEffect, useMemo, useRef, useState } from 'react'
import { type To, useLocation, useNavigate } from 'react-router-dom'
import * as v from 'valibot'
import type { LeadQuery } from '#client/api/leads.ts'
import { KEEP_SCROLL } from '#client/lib/keep-scroll.ts'
import { LeadFilterSchema } from '#contract/lead-query.ts'

/** The list is searched this long after typing stops. */
export const SEARCH_DELAY_MS = 300

/** What narrows the list: filters, kept in the address for reload and back, and search words, kept out of it. */
export function useFilters() {
  const { query: search, replace } = useQuery()
  const words = useSearchWords()
  const filters = useMemo(() => filtersIn(search), [search])
  const query: LeadQuery = words.q ? { ...filters, q: words.q } : filters
  return {
    ...words,
    filters,
    query,
    narrowed: Object.keys(query).length > 0,
    setFilter: (key: FilterKey, value: string) => replace(withFilter(search, key, value)),
    clear() {
      words.setTyped('')
      words.searchNow('')
      replace(withoutFilters(search))
    },
  }
}
export type FiltersInUse = ReturnType<typeof useFilters>

function useSearchWords() {
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return { typed, setTyped, q, searchNow: (words = typed) => setQ(words.trim()) }
}

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

/** The address's query, and the way to put another one in its place. The router's own hook would be in every visitor's download. */
export function useQuery() {
  const { search, key, state } = useLocation()
  const navigate = useNavigate()
  const query = useMemo(() => new URLSearchParams(search), [search])
  const replace = (changed: URLSearchParams, as: unknown = KEEP_SCROLL) => {
    const to: To = { search: changed.toString() }
    navigate(to, { replace: true, state: as })
  }
  return { query, key, state, navigate, replace }
}

/** What narrows the list and stands in the address. The words one searches for may be somebody's name: they do not. */
export const filterKeys = ['kind', 'state', 'plan', 'marked', 'read', 'from', 'to'] as const
export type FilterKey = (typeof filterKeys)[number]
export type Filters = Partial<Record<FilterKey, string>>

/** The filters of an address; what the contract does not know is left out. */
export function filtersIn(search: URLSearchParams): Filters {
  const given = filterKeys.flatMap((key) => {
    const value = search.get(key)
    return value !== null && v.is(LeadFilterSchema.entries[key], value) ? [[key, value]] : []
  })
  return Object.fromEntries(given)
}

/** The address's query with this filter changed; an empty value takes it out. All else stays. */
export function withFilter(search: URLSearchParams, key: FilterKey, value: string): URLSearchParams {
  const changed = new URLSearchParams(search)
  if (value === '') changed.delete(key)
  else changed.set(key, value)
  return changed
}

export function withoutFilters(search: URLSearchParams): URLSearchParams {
  const changed = new URLSearchParams(search)
  for (const key of filterKeys) changed.delete(key)
  return changed
}
