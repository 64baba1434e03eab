import { Elysia } from 'elysia'
import type { ErrorBody } from '#contract/error-body.ts'
import { BadRequest, NotFound } from './errors.ts'
import { HttpError } from './http-error.ts'
import { json } from './json.ts'
import type { Log } from './log.ts'
import { currentRequest } from './request-context.ts'

/** Shapes whatever a route throws (decision 20): a refusal as it says, anything else as a 500 that tells nothing and is logged. */
export const onError = (log: Log) =>
  new Elysia({ name: 'on-error' }).onError({ as: 'global' }, ({ error, code, request }) => {
    if (code === 'NOT_FOUND') return errorResponse(new NotFound())
    if (code === 'PARSE') return errorResponse(new BadRequest())
    if (error instanceof HttpError) return errorResponse(error)
    return failed(log, error, { method: request.method, path: pathOf(request) })
  })

/** The answer to a bug: it tells nothing, the log everything, once. */
export function failed(log: Log, error: unknown, where: Record<string, unknown> = {}): Response {
  log.error('request failed', { ...where, ...factsOf(error) })
  return json(internalErrorBody(currentRequest()?.id), { status: 500 })
}

/** What somebody can quote, and the log finds. */
function internalErrorBody(requestId: string | undefined): ErrorBody {
  const message = 'Something went wrong on our side. Please try again.'
  return requestId === undefined ? { message } : { message: `${message} This was request ${requestId}.`, requestId }
}

/** A refusal as the answer it stands for. */
export function errorResponse({ message, errors, status, headers }: HttpError): Response {
  const body: ErrorBody = errors ? { message, errors } : { message }
  return json(body, { status, headers })
}

/** Without the query, which may carry what somebody typed, and without what opens a preview. */
const pathOf = (request: Request) => new URL(request.url).pathname.slice(0, 200).replace(/^\/preview\/.*/, '/preview/…')

/** What the log keeps of something thrown. */
export const factsOf = (error: unknown) =>
  error instanceof Error ? { error: error.name, reason: error.message, stack: error.stack } : { error: typeof error }
