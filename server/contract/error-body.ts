import type { FieldErrors } from '#contract/validate.ts'

/** The body of every answer that is not a success (decision 20): a sentence, and what is wrong with which field. */
export type ErrorBody = {
  message: string
  errors?: FieldErrors
  /** Of a failure on our side: by this the log finds it. */
  requestId?: string
}
