import { DomainError } from '#server/lib/errors.ts'

/** A version that could not be read or shown again. The message is for the administrator, and may quote the version. */
export class InvalidVersionError extends DomainError {
  readonly kind = 'invalid'
}

/** Somebody's work stands in the file, and in no commit. */
export class UncommittedChangesError extends DomainError {
  readonly kind = 'conflict'
  constructor() {
    super('The file holds changes that are in no commit yet, and would be lost. Commit them first, then restore.')
  }
}

/** Git does not answer. `reason` is git's, for the administrator. */
export class HistoryUnavailableError extends DomainError {
  readonly kind = 'unavailable'
  constructor(reason: string) {
    super(`Git cannot read the versions of this post: ${reason}. Saving works; ask whoever runs the server.`)
  }
}
