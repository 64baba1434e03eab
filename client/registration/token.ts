import { useEffect, useState } from 'react'
import { randomId } from '#client/lib/random-id.ts'
import { pagePaths } from '#contract/paths.ts'

/**
 * The token of the page's address; empty until the browser has taken over, for the server draws the page for all of them.
 * Without one it makes a fresh one, and puts it at the end of the address (decision 17): past the router, for which this
 * stays the same page, with all that is typed into it.
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

/** Says in the address which edition is chosen, so that a reload finds it there. */
export function putPlanInAddress(plan: string): void {
  const query = new URLSearchParams(location.search)
  query.set('plan', plan)
  history.replaceState(history.state, '', `${location.pathname}?${query}`)
}
