import type * as v from 'valibot'

/** A typed field of a public form, once: its schema, its labels, what is stored, and the attributes of the page derive from it. */
export type FormField = {
  label: string
  schema: v.GenericSchema
  /** The browser's token; `on` for a field without one, because `off` would lose its value on the way back. */
  autoComplete: string
  /** Stored as sent, and then shown and exported. */
  stored: boolean
}
/** A field that is stored. */
export const field = <S extends v.GenericSchema>(label: string, autoComplete: string, schema: S) => ({
  label,
  schema,
  autoComplete,
  stored: true,
})

/** In form order. */
type FormFields = Record<string, FormField>

const valuesOf = (fields: FormFields, key: keyof FormField) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[key]]))

export const labelsOf = <F extends FormFields>(fields: F) => valuesOf(fields, 'label') as { [K in keyof F]: string }
export const schemasOf = <F extends FormFields>(fields: F) =>
  valuesOf(fields, 'schema') as { [K in keyof F]: F[K]['schema'] }
export const storedIn = <F extends FormFields>(fields: F) =>
  Object.keys(fields).filter((name) => fields[name]?.stored) as (keyof F & string)[]
