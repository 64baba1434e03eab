import { DomainError, type ErrorKind } from '#server/lib/errors.ts'

/** A request that is rejected because of HTTP itself: its method, headers, size or timing. */
export abstract class HttpError extends Error {
  abstract readonly status: number
  readonly headers: Record<string, string>

  constructor(message: string, headers: Record<string, string> = {}) {
    super(message)
    this.headers = headers
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

export class BadRequestError extends HttpError {
  readonly status = 400
  constructor(message = 'This request could not be read.') {
    super(message)
  }
}

/** Only for a missing or invalid session: the browser leaves for the home page on every 401. */
export class UnauthorizedError extends HttpError {
  readonly status = 401
  constructor() {
    super('Please log in.', { 'www-authenticate': 'Bearer' })
  }
}

export class ForbiddenError extends HttpError {
  readonly status = 403
  constructor(message = 'This is not allowed.') {
    super(message)
  }
}

export class MethodNotAllowedError extends HttpError {
  readonly status = 405
  constructor(allowed: readonly string[]) {
    super('Method not allowed.', { allow: allowed.join(', ') })
  }
}

/** The body did not arrive in time. Its rest is not read, so the connection closes. */
export class RequestTimeoutError extends HttpError {
  readonly status = 408
  constructor() {
    super('The request took too long to arrive. Please try again.', { connection: 'close' })
  }
}

/** The rest of the body is not read, so the connection closes. */
export class PayloadTooLargeError extends HttpError {
  readonly status = 413
  constructor(maxBytes: number) {
    super(`This is too large: at most ${formatSize(maxBytes)} can be sent.`, { connection: 'close' })
  }
}

export class UriTooLongError extends HttpError {
  readonly status = 414
  constructor() {
    super('This URL is too long.')
  }
}

export class UnsupportedMediaTypeError extends HttpError {
  readonly status = 415
  constructor(message = 'This type of data is not supported here.') {
    super(message)
  }
}

const MB = 1024 * 1024
const formatSize = (bytes: number) => (bytes >= MB ? `${Math.floor(bytes / MB)} MB` : `${Math.floor(bytes / 1024)} kB`)
