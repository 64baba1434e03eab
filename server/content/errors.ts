import { DomainError } from '#server/lib/errors.ts'
import type { Problem } from './problem.ts'

/** A change that would leave a file nobody could read again. The problems quote it, so they are for the log only. */
export class InvalidContentError extends DomainError {
  readonly kind = 'invalid'
  readonly problems: readonly Problem[]

  constructor(message: string, problems: readonly Problem[] = []) {
    super(message)
    this.problems = problems
  }
}

export class ContentNotFoundError extends DomainError {
  readonly kind = 'not-found'
  constructor() {
    super('This is no longer there.')
  }
}
