import { Elysia } from 'elysia'
import type { ErrorBody } from '#contract/error-body.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import { BadRequestError, type ExpectedError, headersOf, isExpectedError, statusOf } from './errors.ts'
import { json } from './json.ts'
import type { Log } from './log.ts'
import { currentRequest } from './request-context.ts'

/** Responds to errors that routes throw: expected ones with their own message, all others with a generic 500, which is logged. */
export const errorHandler = (log: Log) =>
  new Elysia({ name: 'on-error' }).onError({ as: 'global' }, ({ error, code, request }) => {
    if (code === 'NOT_FOUND') return errorResponse(new NotFoundError())
    if (code === 'PARSE') return errorResponse(new BadRequestError())
    if (isExpectedError(error)) return errorResponse(error)
    return internalError(log, error, { method: request.method, path: pathOf(request) })
  })

/** Responds to a bug: the response is generic, and the log has the details. */
export function internalError(log: Log, error: unknown, where: Record<string, unknown> = {}): Response {
  log.error('request failed', { ...where, ...errorFields(error) })
  return json(internalErrorBody(currentRequest()?.id), { status: 500 })
}

/** The request id lets support find the log line. */
function internalErrorBody(requestId: string | undefined): ErrorBody {
  const message = 'Something went wrong on our side. Please try again.'
  return requestId === undefined ? { message } : { message: `${message} This was request ${requestId}.`, requestId }
}

export function errorResponse(error: ExpectedError): Response {
  const body: ErrorBody = { message: error.message, ...('errors' in error && error.errors && { errors: error.errors }) }
  return json(body, { status: statusOf(error), headers: headersOf(error) })
}

/** Without the query, which may contain user input, and without preview tokens. */
const pathOf = (request: Request) => new URL(request.url).pathname.slice(0, 200).replace(/^\/preview\/.*/, '/preview/…')

/** Log fields of a thrown value. */
export const errorFields = (error: unknown) =>
  error instanceof Error ? { error: error.name, reason: error.message, stack: error.stack } : { error: typeof error }

/** Elysia passes an id that cannot be decoded, like `%zz`, as `null`, against its types. No resource has such an id: 404. */
export const rejectMalformedParams = new Elysia({ name: 'undecodable' }).onBeforeHandle(
  { as: 'global' },
  ({ params }) => {
    const ids: Record<string, unknown> = params ?? {}
    for (const name in ids) if (ids[name] === null) throw new NotFoundError()
  },
)
