import type { FieldErrors } from '#contract/validate.ts'

/** Every request of the site's scripts has this header. */
const SCRIPT_HEADER = { 'x-requested-with': 'XMLHttpRequest' } as const

/** Limits the reloads after a 419, so that a server that always sends it does not keep the page reloading. */
const RELOAD_PAUSE_MS = 10_000
const RELOADED_KEY = 'reloaded_at'

export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  json?: unknown
  /** Or a file alone. */
  form?: FormData | Blob
  headers?: Readonly<Record<string, string>>
  /** Completes although the page is left. */
  keepalive?: boolean
  signal?: AbortSignal
}

/** The parts of the browser that requests use. */
export type Browser = {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  location: Pick<Location, 'assign' | 'reload'>
  localStorage: Pick<Storage, 'getItem' | 'removeItem'>
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>
}

/** Returns the successful response. A 419 reloads the page. Throws `ApiError` for all failures. */
export async function call(path: string, wanted: Call = {}, browser: Browser = window): Promise<Response> {
  return successful(await send(path, wanted, browser), browser)
}

/** Returns any response. Throws `ApiError` if there is none. */
export async function send(path: string, wanted: Call, browser: Browser): Promise<Response> {
  const { json, form, headers: more, ...rest } = wanted
  const headers = new Headers({ ...SCRIPT_HEADER, ...more })
  if (json !== undefined) headers.set('content-type', 'application/json')
  const body = json === undefined ? form : JSON.stringify(json)
  try {
    return await browser.fetch(path, { ...rest, headers, ...(body === undefined ? {} : { body }) })
  } catch {
    throw new ApiError(0)
  }
}

/** Returns this response. Throws `ApiError` if it is a failure; a 419 reloads the page. */
export async function successful(response: Response, browser: Browser): Promise<Response> {
  if (response.ok) return response
  if (response.status === 419) reload(browser)
  throw new ApiError(response.status, await response.json().catch(() => undefined), retryAfterOf(response))
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
export function toFormErrors(error: unknown): { fieldErrors: FieldErrors; message: string } {
  const fieldErrors = error instanceof ApiError ? error.errors : {}
  const message = Object.values(fieldErrors)[0]?.message ?? (error instanceof Error ? error.message : String(error))
  return { fieldErrors, message }
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
