import * as v from 'valibot'
import { EMAIL_MAX_CHARACTERS, PHONE_MAX_CHARACTERS } from '#contract/limits.ts'
import { isPhone } from '#contract/phone.ts'

/** The general validators of §5. Each stands alone with its own message; a form that has a better one hands it in. */

/** Spaces alone are nothing. */
export const required = (message = 'Value is required') => v.check((typed: string) => typed.trim() !== '', message)

export const email = (message = 'Value is not a valid email address') => v.check(isEmail, message)

export const maximum = (max: number, message = `The maximum length allowed is ${max}`) =>
  v.maxLength<string, number, string>(max, message)

export const minimum = (min: number, message = `This field should be at least ${min} characters long`) =>
  v.minLength<string, number, string>(min, message)

export const phone = (message = 'Value is not a valid phone number') =>
  v.check((typed: string) => typed.length <= PHONE_MAX_CHARACTERS && isPhone(typed), message)

export const usZip = (message = 'Value is not a valid zip code') => v.check(isUsZip, message)

/** Not `'true'`, not 1. */
export const exactlyTrue = (message = 'Value must be true') => v.literal(true, message)

/**
 * For a whole form: one field must equal another. It is looked at whatever else is wrong with the form,
 * which `v.partialCheck` does not promise.
 */
export const sameAs = <Form extends Record<string, unknown>>(
  field: string & keyof Form,
  other: string & keyof Form,
  message = `The value must be equal to the ${other} value`,
) => formCheck<Form>(field, (form) => form[field] === form[other], message)

/** For a whole form: what one field may be depends on others. What is wrong counts as that field's. */
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

/** Words joined by dots, and a host with a dot. The library's own check refuses `o'neil@…`. */
const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i
export const isEmail = (typed: string) => typed.length <= EMAIL_MAX_CHARACTERS && EMAIL.test(typed)

/** `12345`, `12345-6789`, and 0, as §5 has it. */
export const isUsZip = (typed: string | number) => /^(?:\d{5}(?:-\d{4})?|0)$/.test(String(typed))
