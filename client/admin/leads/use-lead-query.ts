import { useEffect, useMemo, useRef, useState } from 'react'
import { type To, useLocation, useNavigate } from 'react-router-dom'
import * as v from 'valibot'
import { useBusyAction } from '#client/admin/dialogs.tsx'
import { errorMessage } from '#client/admin/errors.tsx'
import { ConfirmationCanceled, useConfirmation } from '#client/admin/session/confirmation.tsx'
import { fetchLeadsCsv, type LeadQuery } from '#client/api/leads.ts'
import { KEEP_SCROLL } from '#client/lib/keep-scroll.ts'
import { saveFile } from '#client/lib/save-file.ts'
import { useToast } from '#client/ui/overlay/toast.tsx'
import { LeadFilterSchema } from '#contract/lead-query.ts'

export const SEARCH_DELAY_MS = 300

/** Filters, stored in the URL for reload and back, and search words, which are not. */
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
/** History state of a lead that was opened over the list, so that closing it goes back. */
export const OPENED = { ...KEEP_SCROLL, overList: true }

export function withLead(query: URLSearchParams, id: string): URLSearchParams {
  const opened = new URLSearchParams(query)
  opened.set(KEY, id)
  return opened
}

/** The lead in the URL (its id is not personal data), and how to open another or return to the list. */
export function useOpened() {
  const { query, key, state, navigate, replace } = useQuery()
  /** The history entry that is being left. */
  const leaving = useRef<string>(undefined)
  const id = query.get(KEY) ?? undefined
  useEffect(() => {
    if (leaving.current !== key) leaving.current = undefined
  }, [key])

  /** Going back is asynchronous: a second Escape must not go back twice. */
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

/** The URL's query. React Router's `useSearchParams` would add to every visitor's download. */
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

/** The filters that are stored in the URL. Search words may be a person's name, so they are not. */
export const filterKeys = ['kind', 'state', 'plan', 'marked', 'read', 'from', 'to'] as const
export type FilterKey = (typeof filterKeys)[number]
export type Filters = Partial<Record<FilterKey, string>>

export function filtersIn(search: URLSearchParams): Filters {
  const given = filterKeys.flatMap((key) => {
    const value = search.get(key)
    return value !== null && v.is(LeadFilterSchema.entries[key], value) ? [[key, value]] : []
  })
  return Object.fromEntries(given)
}

/** Returns the query with this filter changed; an empty value removes it. */
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

/** Exports the filtered leads. A plain link could not send the session token. */
export function useExport(query: LeadQuery, onFailure: (message: string) => void) {
  const toast = useToast()
  const withConfirmation = useConfirmation()
  const { busy, run } = useBusyAction(async () => {
    const name = `leads-${new Date().toISOString().slice(0, 10)}.csv`
    try {
      saveFile(await withConfirmation(() => fetchLeadsCsv(query)), name)
      toast(`${name} is downloaded`)
    } catch (error) {
      if (!(error instanceof ConfirmationCanceled)) onFailure(`The export failed. ${errorMessage(error)}`)
    }
  })
  return { exporting: busy, exportCsv: run }
}
