import { type AnyElysia, Elysia } from 'elysia'
import type { ErrorBody } from '#contract/api.ts'
import { DomainError, type ErrorKind, NotFoundError } from '#server/lib/errors.ts'
import { currentRequest, errorFields, type Log } from '#server/lib/log.ts'
import { apiHeaders, json } from './responses.ts'

/** A request that is rejected because of HTTP itself: its method, headers, size or timing. */
export class HttpError extends Error {
  readonly status: number
  readonly headers: Record<string, string>
  /** Fields of the response's body besides the message. */
  readonly details: Record<string, string>

  constructor(
    status: number,
    message: string,
    headers: Record<string, string> = {},
    details: Record<string, string> = {},
  ) {
    super(message)
    this.status = status
    this.headers = headers
    this.details = details
  }
}

/** Only for a missing or invalid session: the browser leaves for the home page on every 401. */
export class UnauthorizedError extends HttpError {
  constructor() {
    super(401, 'Please log in.', { 'www-authenticate': 'Bearer' })
  }
}

export class MethodNotAllowedError extends HttpError {
  constructor(allowed: readonly string[]) {
    super(405, 'Method not allowed.', { allow: allowed.join(', ') })
  }
}

/** Every failure that is answered with its own message. Anything else is a bug: logged, and answered with a generic 500. */
export type ExpectedError = DomainError | HttpError
export const isExpectedError = (error: unknown): error is ExpectedError =>
  error instanceof DomainError || error instanceof HttpError

const statuses: Record<ErrorKind, number> = {
  invalid: 422,
  'not-found': 404,
  conflict: 409,
  'rate-limited': 429,
  unavailable: 503,
}

export const statusOf = (error: ExpectedError): number =>
  error instanceof HttpError ? error.status : statuses[error.kind]

export function headersOf(error: ExpectedError): Record<string, string> {
  if (error instanceof HttpError) return error.headers
  if (error.retryAfterSeconds === undefined) return {}
  return { 'retry-after': String(Math.max(1, Math.ceil(error.retryAfterSeconds))) }
}

export const fieldErrorsOf = (error: ExpectedError) => (error instanceof DomainError ? error.errors : undefined)

/** Notes for the access log why the current request is rejected: the message, and which fields are invalid. */
export function noteRejection(error: ExpectedError): void {
  const request = currentRequest()
  const fields = Object.keys(fieldErrorsOf(error) ?? {})
  if (request) request.reason = fields.length > 0 ? `${error.message} (${fields.join(', ')})` : error.message
}

/** `more`: headers in addition to its own. */
export function errorResponse(error: ExpectedError, more: Record<string, string> = {}): Response {
  noteRejection(error)
  const errors = fieldErrorsOf(error)
  const body: ErrorBody = { message: error.message, ...(errors && { errors }) }
  const details = error instanceof HttpError ? error.details : {}
  return json({ ...body, ...details }, { status: statusOf(error), headers: { ...headersOf(error), ...more } })
}

/**
 * Responds to errors that routes throw: expected ones with their own message, all others with a generic 500, which is logged.
 * `headersFor`: see `errorResponse`.
 */
export const errorHandler = (log: Log, headersFor: (error: unknown) => Record<string, string> = () => ({})) =>
  new Elysia({ name: 'errors' }).onError({ as: 'global' }, ({ error, code, request }) => {
    if (code === 'NOT_FOUND') return errorResponse(new NotFoundError())
    if (code === 'PARSE') return errorResponse(new HttpError(400, 'This request could not be read.'))
    if (isExpectedError(error)) return errorResponse(error, headersFor(error))
    return internalError(log, error, { method: request.method, path: pathOf(request) })
  })

/** Responds to a bug: the response is generic, and the log has the details under the request's id. */
export function internalError(log: Log, error: unknown, where: Record<string, unknown> = {}): Response {
  log.error('request failed', { ...where, ...errorFields(error) })
  const requestId = currentRequest()?.id
  const message = 'Something went wrong on our side. Please try again.'
  const body: ErrorBody = requestId ? { message: `${message} This was request ${requestId}.`, requestId } : { message }
  return json(body, { status: 500 })
}

/** Without the query, which may contain user input, and without preview tokens. */
const pathOf = (request: Request) => new URL(request.url).pathname.slice(0, 200).replace(/^\/preview\/.*/, '/preview/…')

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** For routes that only reject: they are not part of the API. */
export const HIDDEN_ROUTE = { detail: { hide: true } } as const

/**
 * Responds 405 with `Allow` to other methods of the paths of the app's routes. GET and HEAD are registered by name, because Elysia
 * tries `all` only after the wildcards of the method, and the pages match `GET /*`. `isPage`: the pages respond to GET; for a path
 * without parameters `all` would win over them, so the other methods are registered by name.
 */
export const rejectOtherMethods = (isPage: (path: string) => boolean) => (app: AnyElysia) => {
  for (const [path, known] of Map.groupBy(app.routes, (route) => route.path)) {
    const page = isPage(path)
    const isAllowed = (method: string) => known.some((one) => one.method === method) || (page && method === 'GET')
    const allowed = METHODS.filter(isAllowed)
    const reject = () => {
      throw new MethodNotAllowedError(allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))
    }
    for (const method of page ? METHODS : ['GET']) if (!isAllowed(method)) app.route(method, path, reject, HIDDEN_ROUTE)
    if (!isAllowed('GET')) app.route('HEAD', path, reject, HIDDEN_ROUTE)
    if (!page) app.all(path, reject, HIDDEN_ROUTE)
  }
  return app
}

/** Whether a browser sent the form without scripts, so that it shows the response as a page. */
export const isNativeFormPost = ({ headers }: Request) =>
  (headers.get('accept') ?? '').includes('text/html') &&
  !headers.has('x-requested-with') &&
  !(headers.get('content-type') ?? '').startsWith('application/json')

/** Where such a browser goes after a success. */
export const redirect303 = (path: string) =>
  new Response(null, { status: 303, headers: { ...apiHeaders, location: path } })
