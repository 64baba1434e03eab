import { useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { useQuery } from '#client/admin/leads/use-lead-query.ts'
import { type AuditQuery, AuditQuerySchema } from '#contract/accounts.ts'

/** The filters in the URL. The person is not: it may be somebody's e-mail. */
const filterKeys = ['event', 'from', 'to'] as const
export type AuditFilterKey = (typeof filterKeys)[number]

const TYPING_PAUSE_MS = 300

export function useAuditFilters() {
  const { query: search, replace } = useQuery()
  const [typed, setTyped] = useState('')
  const [actor, setActor] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setActor(typed.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const inUrl = useMemo(() => filtersIn(search), [search])
  const query: AuditQuery = actor ? { ...inUrl, actor } : inUrl
  return {
    query,
    typed,
    setTyped,
    searchNow: () => setActor(typed.trim()),
    setFilter: (key: AuditFilterKey, value: string) => replace(withFilters(search, { [key]: value })),
    clear() {
      setTyped('')
      setActor('')
      replace(withFilters(search, { event: '', from: '', to: '' }))
    },
  }
}
export type AuditFilters = ReturnType<typeof useAuditFilters>

function filtersIn(search: URLSearchParams): AuditQuery {
  const given = filterKeys.flatMap((key) => {
    const value = search.get(key)
    return value && v.is(AuditQuerySchema.entries[key], value) ? [[key, value]] : []
  })
  return Object.fromEntries(given)
}

/** An empty value removes a filter. */
function withFilters(search: URLSearchParams, filters: Partial<Record<AuditFilterKey, string>>): URLSearchParams {
  const changed = new URLSearchParams(search)
  for (const [key, value] of Object.entries(filters)) {
    if (value === '') changed.delete(key)
    else changed.set(key, value)
  }
  return changed
}
