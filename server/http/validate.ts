import type * as v from 'valibot'
import { validate } from '#contract/validate.ts'
import { ValidationError } from '#server/lib/errors.ts'

/** Returns the input as the schema's output. Throws `ValidationError`, which never repeats the input. */
export function accept<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const result = validate(schema, input)
  if (!result.ok) throw new ValidationError(result.errors)
  return result.value
}
