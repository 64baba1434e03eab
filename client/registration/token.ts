import { useEffect, useState } from 'react'
import { pagePaths } from '#contract/paths.ts'

/** Sent where no script made a token: a form without JavaScript (decision 17: a token may be any word). */
const WITHOUT_SCRIPT = 'form'
const TOKEN_BYTES = 16

/** Not `randomUUID`: that one exists on https alone. */
const freshToken = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The token of the page's address. Without one it makes a fresh one, and puts it at the end of the address (decision 17):
 * past the router, for which this stays the same page, with all that is typed into it.
 */
export function useToken(given: string | undefined): string {
  const [token, setToken] = useState(given ?? WITHOUT_SCRIPT)
  useEffect(() => {
    if (given) return
    const fresh = freshToken()
    history.replaceState(history.state, '', `${pagePaths.tryForFree}/${fresh}${location.search}`)
    setToken(fresh)
  }, [given])
  return token
}

/** Says in the address which edition is chosen, so that a reload finds it there. */
export function putPlanInAddress(plan: string): void {
  const query = new URLSearchParams(location.search)
  query.set('plan', plan)
  history.replaceState(history.state, '', `${location.pathname}?${query}`)
}
