import * as v from 'valibot'

/** The body of every error response: a sentence, and what is wrong with which field. */
export const ErrorSchema = v.strictObject({
  message: v.string(),
  errors: v.exactOptional(v.record(v.string(), v.strictObject({ message: v.string() }))),
  /** Internal errors only: finds the request in the log. */
  requestId: v.exactOptional(v.string()),
})
export type ErrorBody = v.InferOutput<typeof ErrorSchema>

/** The body of most responses without data. */
export const MessageSchema = v.strictObject({ message: v.string() })
