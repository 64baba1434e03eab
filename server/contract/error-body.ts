import type { FieldErrors } from '#contract/validate.ts'

/** The body of every error response: a message, and what is wrong with which field. */
export type ErrorBody = {
  message: string
  errors?: FieldErrors
  /** The request id of an internal error, to find it in the log. */
  requestId?: string
}
