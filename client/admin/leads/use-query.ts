import { useMemo } from 'react'
import { type To, useLocation, useNavigate } from 'react-router-dom'
import { KEEP_SCROLL } from '#client/lib/keep-scroll.ts'

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
