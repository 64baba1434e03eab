import { DomainError } from '#server/lib/errors.ts'
import { GitError } from './run-git.ts'

/** Git failed; the message says what cannot be done, and why. */
class GitUnavailableError extends DomainError {
  readonly kind = 'unavailable'
}

/** Throws `GitUnavailableError` for a failure of git, with what `message` makes of its reason, and any other error as it is. */
export function throwUnavailable(error: unknown, message: (reason: string) => string): never {
  throw error instanceof GitError ? new GitUnavailableError(message(error.reason)) : error
}
