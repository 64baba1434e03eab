import { HttpError } from './http-error.ts'

/** The refusals that any feature may need. A feature's own stand beside that feature. */

export class BadRequest extends HttpError {
  readonly status = 400
  constructor(message = 'This request could not be read.') {
    super(message)
  }
}

/** Only for a missing or bad bearer token: the browser answers every 401 by leaving for `/` (§8). */
export class Unauthorized extends HttpError {
  readonly status = 401
  constructor() {
    super('Please log in.', { headers: { 'www-authenticate': 'Bearer' } })
  }
}

export class Forbidden extends HttpError {
  readonly status = 403
  constructor(message = 'This is not allowed.') {
    super(message)
  }
}

export class NotFound extends HttpError {
  readonly status = 404
  constructor(message = 'There is nothing at this address.') {
    super(message)
  }
}

export class NotAllowed extends HttpError {
  readonly status = 405
  /** `allowed`: the methods that this address knows. */
  constructor(allowed: readonly string[]) {
    super('This address does not know this method.', { headers: { allow: allowed.join(', ') } })
  }
}

/** The body did not arrive in time; the rest of it is not waited for. */
export class TooSlow extends HttpError {
  readonly status = 408
  constructor() {
    super('The request took too long to arrive. Please try again.', { headers: { connection: 'close' } })
  }
}

export class Conflict extends HttpError {
  readonly status = 409
}

/** The rest of the body is not read, so the connection ends with the answer. */
export class TooLarge extends HttpError {
  readonly status = 413
  constructor(maxBytes: number) {
    super(`This is too large: at most ${sizeInWords(maxBytes)} can be sent.`, { headers: { connection: 'close' } })
  }
}

export class AddressTooLong extends HttpError {
  readonly status = 414
  constructor() {
    super('This address is too long.')
  }
}

export class UnsupportedMedia extends HttpError {
  readonly status = 415
  constructor(message = 'This kind of data is not understood here.') {
    super(message)
  }
}

export class TooMany extends HttpError {
  readonly status = 429
  constructor(message: string, retryAfterSeconds: number) {
    super(message, { headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) } })
  }
}

/** The disk is full, or broken. What was asked for is not stored; what is in memory is what is on the disk. */
export class StorageFailed extends HttpError {
  readonly status = 503
  constructor(cause: unknown) {
    super('This could not be stored. Please try again in a while.', { headers: { 'retry-after': '30' } })
    this.cause = cause
  }
}

/** More at once than can be worked on. */
export class Busy extends HttpError {
  readonly status = 503
  constructor(message: string, retryAfterSeconds: number) {
    super(message, { headers: { 'retry-after': String(retryAfterSeconds) } })
  }
}

const MB = 1024 * 1024
const sizeInWords = (bytes: number) => (bytes >= MB ? `${Math.floor(bytes / MB)} MB` : `${Math.floor(bytes / 1024)} kB`)
