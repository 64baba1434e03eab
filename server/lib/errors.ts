import type { FieldErrors } from '#contract/validate.ts'

/** What went wrong, independent of HTTP; `http/errors.ts` maps each kind to a status. */
export type ErrorKind = 'invalid' | 'not-found' | 'conflict' | 'rate-limited' | 'unavailable'

/** An expected failure of startup or of a command. The message is for the operator, who needs no stack. */
export class OperatorError extends Error {}

/** An expected failure. The message is for the user and never repeats their input. Any other thrown value is a bug. */
export abstract class DomainError extends Error {
  abstract readonly kind: ErrorKind
  /** What is wrong with which field, in form order. */
  readonly errors?: FieldErrors
  /** When another attempt may succeed. */
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, retryAfterSeconds?: number) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export class ValidationError extends DomainError {
  readonly kind = 'invalid'
  override readonly errors: FieldErrors
  constructor(errors: FieldErrors, message = 'Please check the marked fields.') {
    super(message)
    this.errors = errors
  }
}

export class NotFoundError extends DomainError {
  readonly kind = 'not-found'
  constructor(message = 'Not found.') {
    super(message)
  }
}

export class ConflictError extends DomainError {
  readonly kind = 'conflict'
}

export class RateLimitError extends DomainError {
  readonly kind = 'rate-limited'
}

/** More concurrent work than the server accepts, or data that is still being prepared. */
export class UnavailableError extends DomainError {
  readonly kind = 'unavailable'
}

/** The disk is full or broken. Nothing was stored, and memory equals the disk. */
export class StorageError extends DomainError {
  readonly kind = 'unavailable'
  constructor(
    cause: unknown,
    message = 'This could not be stored. Please try again in a while.',
    retryAfterSeconds = 30,
  ) {
    super(message, retryAfterSeconds)
    this.cause = cause
  }
}

/** Of the file system: no space, no permission, a broken disk. */
export const isDiskError = (error: unknown): boolean => error instanceof Error && 'syscall' in error && 'code' in error

const FULL_CODES = new Set<unknown>(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])

/** No space, or no more of a quota; also as the cause of another error. */
export const isDiskFull = (error: unknown): error is Error =>
  error instanceof Error && (('code' in error && FULL_CODES.has(error.code)) || isDiskFull(error.cause))

/** PostgreSQL does not answer in time. */
export class DatabaseAwayError extends StorageError {
  constructor(cause: unknown) {
    super(cause, 'This is not available for a moment. Please try again.', 5)
  }
}

/** For `catch`: the site starts while PostgreSQL is away. */
export function unlessAway(error: unknown): undefined {
  if (!(error instanceof DatabaseAwayError)) throw error
}
