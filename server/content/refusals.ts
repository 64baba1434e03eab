import { Refusal } from '#server/http/refusal.ts'
import type { Problem } from './problem.ts'

/** A change that would leave a file nobody could read again. The problems quote it, so they are for the log only. */
export class ContentRefused extends Refusal {
  readonly status = 422
  readonly problems: readonly Problem[]

  constructor(message: string, problems: readonly Problem[] = []) {
    super(message)
    this.problems = problems
  }
}

/** The disk is full, or broken. What is in memory is again what is on the disk. */
export class StorageFailed extends Refusal {
  readonly status = 503
  constructor(cause: unknown) {
    super('This could not be stored. Please try again in a while.')
    this.cause = cause
  }
}

export class ContentGone extends Refusal {
  readonly status = 404
  constructor() {
    super('This is no longer there.')
  }
}
