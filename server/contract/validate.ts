import * as v from 'valibot'
import { EMAIL_MAX_CHARACTERS, PHONE_MAX_CHARACTERS } from '#contract/limits.ts'

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

/** General validators, each with a default message that a form can replace (docs/product-rules.md#validators). */

/** Spaces alone count as empty. */
export const required = (message = 'Value is required') => v.check((typed: string) => typed.trim() !== '', message)

/** The one rule for addresses: of forms, accounts and settings. */
export const email = (message = 'Value is not a valid email address') =>
  v.rawTransform<string, string>(({ dataset: { value }, addIssue, NEVER }) => {
    const ascii = asciiEmail(value)
    if (ascii !== undefined) return ascii
    addIssue({ message })
    return NEVER
  })

export const maximum = (max: number, message = `The maximum length allowed is ${max}`) =>
  v.maxLength<string, number, string>(max, message)

export const minimum = (min: number, message = `This field should be at least ${min} characters long`) =>
  v.minLength<string, number, string>(min, message)

/** For a whole form: one field must equal another. Checked whatever else is invalid, which `v.partialCheck` does not guarantee. */
export const sameAs = <Form extends Record<string, unknown>>(
  field: string & keyof Form,
  other: string & keyof Form,
  message = `The value must be equal to the ${other} value`,
) => formCheck<Form>(field, (form) => form[field] === form[other], message)

/** For a whole form: the validity of one field depends on others. The issue belongs to that field. */
export const formCheck = <Form extends Record<string, unknown>>(
  field: string & keyof Form,
  isRight: (form: Record<string, unknown>) => boolean,
  message: string,
) =>
  v.rawCheck<Form>(({ dataset: { value }, addIssue }) => {
    if (!isForm(value) || isRight(value)) return
    addIssue({ message, path: [{ type: 'object', origin: 'value', input: value, key: field, value: value[field] }] })
  })

const isForm = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Words joined by dots, and a host with a dot, in any script. The library's own check rejects `o'neil@…` and hosts like
 * `xn--bckerei-5wa.example`.
 */
const EMAIL =
  /^[A-Za-z\d_!#$%&'*+/=?^`{|}~-]+(?:\.[A-Za-z\d_!#$%&'*+/=?^`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]$/u

export const isEmail = (typed: string): boolean => asciiEmail(typed) !== undefined

/** Browsers send hosts of other scripts in ASCII, other clients as they are written: both are one address. `undefined` if it is none. */
function asciiEmail(typed: string): string | undefined {
  if (typed.length > EMAIL_MAX_CHARACTERS || !EMAIL.test(typed)) return
  const at = typed.lastIndexOf('@') + 1
  const host = typed.slice(at)
  if (/^[\0-\x7f]*$/.test(host)) return typed
  try {
    const ascii = typed.slice(0, at) + new URL(`http://${host}`).hostname
    return ascii.length > EMAIL_MAX_CHARACTERS ? undefined : ascii
  } catch {
    // Two scripts in one name, for example.
    return
  }
}

/**
 * Optional plus and country digit, area code with or without parentheses, separators space, dash or dot, optional extension.
 * Matches what the mask of the sign-up writes.
 */
const PHONE = /^(?:\+?\d[ .-]*)?(?:\(\d{3}\)|\d{3})[ .-]*\d{3}[ .-]*\d{4}(?: *x\d{1,4})?$/

export const isPhone = (text: string) => text.length <= PHONE_MAX_CHARACTERS && PHONE.test(text)

/** `12345`, `12345-6789`, and 0. */
const US_ZIP = /^(?:\d{5}(?:-\d{4})?|0)$/
const CANADIAN = /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i

/** A US zip code in every country; in Canada also `A1A 1A1`, with or without the space. */
export const isPostalCode = (typed: string, country: unknown): boolean =>
  US_ZIP.test(typed) || (country === 'Canada' && CANADIAN.test(typed))

/** An id is the base name of a file. No other string of a request becomes part of a path. */
export const ID_PATTERN = /^[a-z0-9][a-z0-9-]{0,79}$/
export const isId = (value: unknown): value is string => typeof value === 'string' && ID_PATTERN.test(value)
