import * as v from 'valibot'

/** One message per field, in form order. */
export type FieldErrors = Record<string, { message: string }>
export type Validation<T> = { ok: true; value: T } | { ok: false; errors: FieldErrors }

/** Validates any value against a schema of the contract, in the form and in the route. Never throws, never repeats the input. */
export function validate<S extends v.GenericSchema>(schema: S, input: unknown): Validation<v.InferOutput<S>> {
  const result = v.safeParse(schema, input)
  return result.success
    ? { ok: true, value: result.output }
    : { ok: false, errors: errorsByField(result.issues, fieldsOf(schema)) }
}

/** The input has another shape. The library's own message would repeat it. */
const NO_FORM = 'Please send the fields of a form.'

/** Issues of the whole form come last, whichever field they belong to, so the order is taken from the schema. */
const fieldsOf = (schema: v.GenericSchema): string[] =>
  'entries' in schema && typeof schema.entries === 'object' ? Object.keys(schema.entries ?? {}) : []

function errorsByField(issues: readonly v.BaseIssue<unknown>[], fields: readonly string[]): FieldErrors {
  const errors = new Map<string, { message: string }>()
  for (const issue of issues) {
    const field = String(issue.path?.[0]?.key ?? 'form')
    if (!errors.has(field)) errors.set(field, { message: issue.path ? issue.message : NO_FORM })
  }
  const place = (field: string) => fields.indexOf(field)
  return Object.fromEntries([...errors].sort(([one], [other]) => place(one) - place(other)))
}
