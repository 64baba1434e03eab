import { pagePaths } from '#contract/paths.ts'
import { ApiError, type Browser, type Call, send, successful } from './http.ts'
import { headersForOtherReplica, isSentToOtherReplica } from './other-replica.ts'
import { ADMIN_TOKEN_KEY, SESSION_ENDED_KEY } from './session-keys.ts'

export type AdminCall = Call & {
  /** With the administrator's token. */
  bearer?: boolean
  /** A 401 is only thrown, because the caller leaves anyway. */
  leaving?: boolean
}

/** Resolves once the administrator has logged in again, with false if they did not. Undefined if leaving the page loses nothing. */
export type LogInAgain = () => Promise<boolean> | undefined
let logInAgain: LogInAgain | undefined

/** Instead of leaving after a 401, a page asks for the login, and the request is repeated. Returns a function that ends this. */
export function askInPlace(ask: LogInAgain): () => void {
  logInAgain = ask
  return () => {
    if (logInAgain === ask) logInAgain = undefined
  }
}

/** Aborted when the administrator logs out: what the page still reads would only be rejected. */
let reads = new AbortController()

/** Ends what the page reads with its token, and rejects what it tries to read until it has a new one. */
export const endReads = (): void => reads.abort()

/**
 * A request of the dashboard. Returns the successful response. A 401 leaves for `/`, or asks for the login in place. What this
 * replica cannot save is sent once more, to another one. Throws `ApiError` for all failures.
 */
export async function adminCall(path: string, wanted: AdminCall = {}, browser: Browser = window): Promise<Response> {
  const { bearer, leaving, ...rest } = wanted
  const token = bearer ? browser.localStorage.getItem(ADMIN_TOKEN_KEY) : null
  if (token && reads.signal.aborted) reads = new AbortController()
  if (bearer && !token && reads.signal.aborted) throw new ApiError(401)
  const headers = { ...headersForOtherReplica(browser), ...(token && { authorization: `Bearer ${token}` }) }
  const signal = rest.signal ?? (bearer && !rest.method ? reads.signal : undefined)
  const response = await send(path, { ...rest, headers, ...(signal && { signal }) }, browser)
  if (response.ok) return response
  if (await isSentToOtherReplica(response, browser)) return adminCall(path, wanted, browser)
  // A user who logged out is leaving already.
  const isLeaving = leaving || (token !== null && browser.localStorage.getItem(ADMIN_TOKEN_KEY) === null)
  if (response.status === 401 && !isLeaving) {
    const loggedIn = logInAgain?.()
    if (!loggedIn) leave(browser)
    else if (await loggedIn) return adminCall(path, wanted, browser)
  }
  return successful(response, browser)
}

function leave({ localStorage, sessionStorage, location }: Browser) {
  localStorage.removeItem(ADMIN_TOKEN_KEY)
  sessionStorage.setItem(SESSION_ENDED_KEY, 'yes')
  location.assign(pagePaths.home)
}
