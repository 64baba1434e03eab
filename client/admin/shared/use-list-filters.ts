import { useEffect, useMemo, useState } from 'react'
import { type To, useLocation, useNavigate } from 'react-router-dom'
import * as v from 'valibot'
import { KEEP_SCROLL } from '#client/lib/keep-scroll.ts'

const TYPING_PAUSE_MS = 300

export type Filters = Readonly<Record<string, string>>

/**
 * The filters of a list. Those of `schemas` are stored in the URL, for reload and back. What is typed under the key `typedKey` is not,
 * because it may be a person's name or e-mail; lists without such a field leave it out. `schemas` must be the same object in every render.
 */
export function useListFilters<Key extends string>(schemas: Readonly<Record<Key, v.GenericSchema>>, typedKey = '') {
  const { query: search, replace } = useUrlQuery()
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const filters = useMemo(() => filtersIn(search, schemas), [search, schemas])
  const query: Filters = words ? { ...filters, [typedKey]: words } : filters
  return {
    typed,
    setTyped,
    searchNow: () => setWords(typed.trim()),
    filters,
    query,
    narrowed: Object.keys(query).length > 0,
    /** An empty value removes the filter. */
    setFilter: (key: Key, value: string) => replace(withFilters(newestQuery(), { [key]: value })),
    clear() {
      setTyped('')
      setWords('')
      replace(withFilters(newestQuery(), Object.fromEntries(Object.keys(schemas).map((key) => [key, '']))))
    },
  }
}
export type FiltersInUse<Key extends string> = ReturnType<typeof useListFilters<Key>>

/** The URL's query. React Router's `useSearchParams` would add to every visitor's download. */
export function useUrlQuery() {
  const { search, key, state } = useLocation()
  const navigate = useNavigate()
  const query = useMemo(() => new URLSearchParams(search), [search])
  const replace = (changed: URLSearchParams, as: unknown = KEEP_SCROLL) => {
    const to: To = { search: changed.toString() }
    navigate(to, { replace: true, state: as })
  }
  return { query, key, state, navigate, replace }
}

/** The URL's query including a change that the page, as a transition, has not rendered yet. Changes are applied to this one. */
export const newestQuery = (): URLSearchParams => new URLSearchParams(window.location.search)

function filtersIn(search: URLSearchParams, schemas: Readonly<Record<string, v.GenericSchema>>): Filters {
  const given = Object.entries(schemas).flatMap(([key, schema]) => {
    const value = search.get(key)
    return value && v.is(schema, value) ? [[key, value]] : []
  })
  return Object.fromEntries(given)
}

function withFilters(search: URLSearchParams, filters: Filters): URLSearchParams {
  const changed = new URLSearchParams(search)
  for (const [key, value] of Object.entries(filters)) {
    if (value === '') changed.delete(key)
    else changed.set(key, value)
  }
  return changed
}
