import { useEffect, useState } from 'react'
import { newestQuery, useUrlQuery } from '#client/admin/shared/use-list-filters.ts'
import { KEEP_SCROLL } from '#client/lib/keep-scroll.ts'

const keys = ['q', 'state', 'category', 'tag', 'author', 'from', 'to', 'sort', 'order', 'page'] as const
export type QueryKey = (typeof keys)[number]
/** The query of the list as the URL has it. The server rejects what is invalid. */
export type PostListQuery = Readonly<Partial<Record<QueryKey, string>>>

/** What decides the order and the page, but not which posts match. */
const NO_FILTERS: readonly QueryKey[] = ['sort', 'order', 'page']

/** The list's search, filters, order and page: all of them are in the URL, so that reload, back and links work. */
export function usePostQuery() {
  const { query: search, navigate } = useUrlQuery()
  const query: PostListQuery = Object.fromEntries(
    keys.map((key) => [key, search.get(key)]).filter(([, value]) => value),
  )
  return {
    query,
    isFiltered: keys.some((key) => query[key] && !NO_FILTERS.includes(key)),
    /** An empty value removes a key. Each change is an entry of the browser's history; further typing in a field is not. */
    change(changes: PostListQuery, isTyping = false) {
      const newest = newestQuery()
      const isContinued = isTyping && Object.keys(changes).every((key) => newest.has(key))
      navigate({ search: urlWith(newest, changes) }, { replace: isContinued, state: KEEP_SCROLL })
    },
    clear: () => navigate({ search: '' }, { state: KEEP_SCROLL }),
    pageUrl: (page: number) => urlWith(search, { page: page === 1 ? '' : String(page) }),
  }
}
export type PostQuery = ReturnType<typeof usePostQuery>

function urlWith(query: URLSearchParams, changes: PostListQuery): string {
  const changed = new URLSearchParams(query)
  for (const [key, value] of Object.entries({ page: '', ...changes })) {
    if (value) changed.set(key, value)
    else changed.delete(key)
  }
  return `?${changed}`
}

const TYPING_PAUSE_MS = 300

/** A field whose text is applied after a pause, and follows the URL when that changes otherwise. */
export function useTyped(value: string, apply: (text: string) => void) {
  const [{ typed, from }, set] = useState({ typed: value, from: value })
  if (from !== value) set({ typed: typed.trim() === value ? typed : value, from: value })
  const isNew = typed.trim() !== value && from === value
  useEffect(() => {
    if (!isNew) return
    const timer = setTimeout(() => apply(typed.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return {
    typed,
    setTyped: (text: string) => set({ typed: text, from }),
    applyNow: () => isNew && apply(typed.trim()),
  }
}
