import * as v from 'valibot'

/** One message per field, in form order (decision 20). */
export type FieldErrors = Record<string, { message: string }>
export type Validation<T> = { ok: true; value: T } | { ok: false; errors: FieldErrors }

/** Checks anything against a schema of the contract; the same call in the form and in the route. Never throws, never repeats the input. */
export function validate<S extends v.GenericSchema>(schema: S, input: unknown): Validation<v.InferOutput<S>> {
  const result = v.safeParse(schema, input)
  return result.success ? { ok: true, value: result.output } : { ok: false, errors: errorsByField(result.issues) }
}

function errorsByField(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  const errors = new Map<string, { message: string }>()
  for (const issue of issues) {
    const field = String(issue.path?.[0]?.key ?? 'form')
    if (!errors.has(field)) errors.set(field, { message: issue.message })
  }
  return Object.fromEntries(errors)
}
