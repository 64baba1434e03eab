import { ADMIN_TOKEN_KEY, pagePaths, SCRIPT_HEADER } from '#contract/paths.ts'
import { ApiError } from './api-error.ts'

/** A tab reloads for a 419 at most this often: a server that always answers it must not keep the page spinning. */
const RELOAD_PAUSE_MS = 10_000
const RELOADED_KEY = 'reloaded_at'

export type Call = {
  method?: 'GET' | 'POST' | 'DELETE'
  json?: unknown
  form?: FormData
  /** Sends the administrator's token along (§7: only write calls do). */
  bearer?: boolean
  signal?: AbortSignal
}

/** What a call needs of the browser. */
export type Browser = {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  location: Pick<Location, 'assign' | 'reload'>
  localStorage: Pick<Storage, 'getItem' | 'removeItem'>
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>
}

/**
 * Makes a call of §7 and gives its answer, once that is a success. The global rules hold here for all of them:
 * every call says that a script makes it; 401 drops the token and leaves for `/`, 419 reloads the page.
 * Throws `CallFailed` for these and for everything else that is not a success.
 */
export async function call(path: string, wanted: Call = {}, browser: Browser = window): Promise<Response> {
  const answer = await send(path, wanted, browser)
  if (answer.ok) return answer
  if (answer.status === 401) leave(browser)
  if (answer.status === 419) reload(browser)
  throw new ApiError(answer.status, await answer.json().catch(() => undefined))
}

async function send(path: string, { json, form, bearer, ...rest }: Call, browser: Browser): Promise<Response> {
  const headers = new Headers(SCRIPT_HEADER)
  const token = bearer ? browser.localStorage.getItem(ADMIN_TOKEN_KEY) : null
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (json !== undefined) headers.set('content-type', 'application/json')
  const body = json === undefined ? form : JSON.stringify(json)
  try {
    return await browser.fetch(path, { ...rest, headers, ...(body === undefined ? {} : { body }) })
  } catch {
    throw new ApiError(0)
  }
}

function leave({ localStorage, location }: Browser) {
  localStorage.removeItem(ADMIN_TOKEN_KEY)
  location.assign(pagePaths.home)
}

function reload({ sessionStorage, location }: Browser) {
  const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0)
  if (Date.now() - last < RELOAD_PAUSE_MS) return
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
  location.reload()
}
