import { useEffect, useState } from 'react'
import { randomId } from '#client/ui/form/form-draft.ts'
import { pagePaths } from '#contract/paths.ts'

/**
 * The token in the URL; empty until hydration. A page without one creates it and appends it to the URL, without the
 * router, for which the page and its form stay the same (docs/product-rules.md#sign-up-token).
 */
export function useToken(): string {
  const [token, setToken] = useState('')
  useEffect(() => {
    const { pathname, search } = location
    const given = pathname.startsWith(`${pagePaths.tryForFree}/`) ? pathname.slice(pagePaths.tryForFree.length + 1) : ''
    const known = given || randomId()
    if (!given) history.replaceState(history.state, '', `${pagePaths.tryForFree}/${known}${search}`)
    setToken(known)
  }, [])
  return token
}

export function storePlanInUrl(plan: string): void {
  const query = new URLSearchParams(location.search)
  query.set('plan', plan)
  history.replaceState(history.state, '', `${location.pathname}?${query}`)
}
