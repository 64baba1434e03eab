import { HttpError } from '#server/http/http-error.ts'
import type { Problem } from './problem.ts'

/** A change that would leave a file nobody could read again. The problems quote it, so they are for the log only. */
export class InvalidContentError extends HttpError {
  readonly status = 422
  readonly problems: readonly Problem[]

  constructor(message: string, problems: readonly Problem[] = []) {
    super(message)
    this.problems = problems
  }
}

export class ContentGone extends HttpError {
  readonly status = 404
  constructor() {
    super('This is no longer there.')
  }
}
