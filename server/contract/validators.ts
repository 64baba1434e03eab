import * as v from 'valibot'
import { EMAIL_MAX_CHARACTERS, PHONE_MAX_CHARACTERS } from '#contract/limits.ts'
import { isPhone } from '#contract/phone.ts'

/** General validators, each with a default message that a form can replace (docs/product-rules.md#validators). */

/** Spaces alone count as empty. */
export const required = (message = 'Value is required') => v.check((typed: string) => typed.trim() !== '', message)

export const email = (message = 'Value is not a valid email address') => v.check(isEmail, message)

export const maximum = (max: number, message = `The maximum length allowed is ${max}`) =>
  v.maxLength<string, number, string>(max, message)

export const minimum = (min: number, message = `This field should be at least ${min} characters long`) =>
  v.minLength<string, number, string>(min, message)

export const phone = (message = 'Value is not a valid phone number') =>
  v.check((typed: string) => typed.length <= PHONE_MAX_CHARACTERS && isPhone(typed), message)

/** Not `'true'`, not 1. */
export const exactlyTrue = (message = 'Value must be true') => v.literal(true, message)

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

/** Words joined by dots, and a host with a dot. The library's own check rejects `o'neil@…`. */
const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i
const isEmail = (typed: string) => typed.length <= EMAIL_MAX_CHARACTERS && EMAIL.test(typed)

/** `12345`, `12345-6789`, and 0. */
export const isUsZip = (typed: string | number) => /^(?:\d{5}(?:-\d{4})?|0)$/.test(String(typed))
