import type { ComponentProps } from 'react'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import type { FieldErrors } from '#contract/validate.ts'
import { type FieldName, fieldId, labels } from './field-names.ts'

/** What every group of fields is given. */
export type Errors = { errors: FieldErrors }

type TextField = Omit<ComponentProps<'input'>, 'name' | 'id'> & Errors & { name: FieldName; hint?: string | undefined }

/** One required line of text, under its label, with what is wrong with it. */
export const TextField = ({ name, errors, hint, ...input }: TextField) => (
  <Field id={fieldId(name)} label={labels[name]} error={errors[name]?.message} hint={hint}>
    <TextInput name={name} required {...input} />
  </Field>
)
