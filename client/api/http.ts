import { pagePaths } from '#contract/paths.ts'
import type { FieldErrors } from '#contract/validate.ts'

/** Every request of the site's scripts has this header. */
const SCRIPT_HEADER = { 'x-requested-with': 'XMLHttpRequest' } as const

/** The localStorage key of the administrator's token. */
export const ADMIN_TOKEN_KEY = 'admin_token'

/** The sessionStorage key that makes the next page say that the session ended. */
export const SESSION_ENDED_KEY = 'session_ended'

/** Limits the reloads after a 419, so that a server that always sends it does not keep the page reloading. */
const RELOAD_PAUSE_MS = 10_000
const RELOADED_KEY = 'reloaded_at'

export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  json?: unknown
  /** Or a file alone. */
  form?: FormData | Blob
  bearer?: boolean
  /** Completes although the page is left. */
  keepalive?: boolean
  /** A 401 is only thrown, because the caller leaves anyway. */
  leaving?: boolean
  signal?: AbortSignal
}

/** The parts of the browser that requests use. */
export type Browser = {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  location: Pick<Location, 'assign' | 'reload'>
  localStorage: Pick<Storage, 'getItem' | 'removeItem'>
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>
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

/** What the dashboard adds to its requests, and whether it sends a rejected one again. */
export type Resending = {
  headers(browser: Browser): Readonly<Record<string, string>>
  isSentAgain(answer: Response, browser: Browser): Promise<boolean>
}
let resending: Resending | undefined

/** For all requests of this document. */
export const resend = (next: Resending | undefined): void => {
  resending = next
}

/**
 * Returns the successful response. A 401 leaves for `/`, a 419 reloads. Throws `ApiError` for all failures.
 */
export async function call(path: string, wanted: Call = {}, browser: Browser = window): Promise<Response> {
  const token = wanted.bearer ? browser.localStorage.getItem(ADMIN_TOKEN_KEY) : null
  if (token && reads.signal.aborted) reads = new AbortController()
  if (wanted.bearer && !token && reads.signal.aborted) throw new ApiError(401)
  const answer = await send(path, wanted, token, browser)
  if (answer.ok) return answer
  if (await resending?.isSentAgain(answer, browser)) return call(path, wanted, browser)
  // A user who logged out is leaving already.
  const isLeaving = wanted.leaving || (token !== null && browser.localStorage.getItem(ADMIN_TOKEN_KEY) === null)
  if (answer.status === 401 && !isLeaving) {
    const loggedIn = logInAgain?.()
    if (!loggedIn) leave(browser)
    else if (await loggedIn) return call(path, wanted, browser)
  }
  if (answer.status === 419) reload(browser)
  throw new ApiError(answer.status, await answer.json().catch(() => undefined), retryAfterOf(answer))
}

async function send(
  path: string,
  { json, form, bearer, leaving: _, ...rest }: Call,
  token: string | null,
  browser: Browser,
): Promise<Response> {
  const headers = new Headers({ ...SCRIPT_HEADER, ...resending?.headers(browser) })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (json !== undefined) headers.set('content-type', 'application/json')
  const body = json === undefined ? form : JSON.stringify(json)
  const signal = rest.signal ?? (bearer && !rest.method ? reads.signal : undefined)
  try {
    return await browser.fetch(path, {
      ...rest,
      headers,
      ...(signal && { signal }),
      ...(body === undefined ? {} : { body }),
    })
  } catch {
    throw new ApiError(0)
  }
}

function leave({ localStorage, sessionStorage, location }: Browser) {
  localStorage.removeItem(ADMIN_TOKEN_KEY)
  sessionStorage.setItem(SESSION_ENDED_KEY, 'yes')
  location.assign(pagePaths.home)
}

function reload(browser: Browser) {
  try {
    const last = Number(browser.sessionStorage.getItem(RELOADED_KEY) ?? 0)
    if (Date.now() - last < RELOAD_PAUSE_MS) return
    browser.sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
  } catch {
    // Without storage the page might reload forever. The caller shows the failure.
    return
  }
  browser.location.reload()
}

const UNREACHABLE = 'We could not reach the server. Check your connection and try again.'
const UNEXPLAINED = 'Something went wrong on our side. Please try again in a moment.'

function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}

/** A failed request. `status` is 0 without a response. */
export class ApiError extends Error {
  readonly status: number
  /** The message of the response, if it had one. `message` is always a sentence. */
  readonly serverMessage: string | undefined
  /** Errors by field, in form order. */
  readonly errors: FieldErrors
  /** The JSON body; a 409 carries more than a message. */
  readonly body: unknown
  /** When the same request may succeed, if the response says so. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body?: unknown, retryAfterSeconds?: number) {
    const serverMessage = messageOf(body)
    super(serverMessage ?? (status === 0 ? UNREACHABLE : UNEXPLAINED))
    this.status = status
    this.serverMessage = serverMessage
    this.errors = hasKey(body, 'errors') ? fieldErrors(body.errors) : {}
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The fields in error and the text for the alert: the first field's message, otherwise the response's. */
export function toFormErrors(error: unknown): { wrong: FieldErrors; words: string } {
  const wrong = error instanceof ApiError ? error.errors : {}
  const words = Object.values(wrong)[0]?.message ?? (error instanceof Error ? error.message : String(error))
  return { wrong, words }
}

/** Reads `errors` in every format: an object or array of messages, of strings or of lists of strings, or one string. */
export function fieldErrors(errors: unknown): FieldErrors {
  if (typeof errors === 'string') return { form: { message: errors } }
  if (typeof errors !== 'object' || errors === null) return {}
  const read = Object.entries(errors).flatMap(([key, value]) => {
    const message = Array.isArray(value) ? messageOf(value[0]) : messageOf(value)
    const field = hasKey(value, 'field') && typeof value.field === 'string' ? value.field : key
    return message === undefined ? [] : [[field, { message }] as const]
  })
  return Object.fromEntries(read)
}

function messageOf(value: unknown): string | undefined {
  const text = hasKey(value, 'message') ? value.message : value
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

const hasKey = <Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
