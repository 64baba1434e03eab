import type * as v from 'valibot'
import { type FieldErrors, validate } from '#contract/validate.ts'
import { HttpError } from './http-error.ts'

/** 422: what is wrong with which field, in form order (decision 20). Says nothing of what was sent. */
export class Invalid extends HttpError {
  readonly status = 422
  constructor(errors: FieldErrors, message = 'Please check the marked fields.') {
    super(message, { errors })
  }
}

/** The door of every route: what passes has the shape of the schema. Throws `Invalid`. */
export function accept<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = validate(schema, input)
  if (!result.ok) throw new Invalid(result.errors)
  return result.value
}
