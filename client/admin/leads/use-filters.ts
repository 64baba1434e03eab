import { useEffect, useMemo, useState } from 'react'
import type { LeadQuery } from '#client/api/leads.ts'
import { type FilterKey, filtersIn, withFilter, withoutFilters } from './filters.ts'
import { useQuery } from './use-query.ts'

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
