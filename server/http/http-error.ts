import type { FieldErrors } from '#contract/validate.ts'

/** An expected "no", named after what happened. Anything else that is thrown is a bug: logged, answered 500. */
export abstract class HttpError extends Error {
  abstract readonly status: number
  /** What is wrong with which field, in form order. */
  readonly errors: FieldErrors | undefined
  readonly headers: Record<string, string>

  constructor(
    message: string,
    { errors, headers = {} }: { errors?: FieldErrors; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.errors = errors
    this.headers = headers
  }
}
