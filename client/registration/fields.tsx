import type { ComponentProps, ReactNode } from 'react'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { ERROR_LINE, Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { type RegistrationField, registrationFields, registrationLabels } from '#contract/registration.ts'
import type { Plan } from '#contract/site.ts'
import type { FieldErrors } from '#contract/validate.ts'

/** The token itself is not in the page's data: the browser reads it from the URL, so one cached page serves all. */
export type SignUp = { plan: number; plans?: readonly Plan[] | undefined; token?: 'given' | 'broken' }

export type FieldName = RegistrationField
export const labels = registrationLabels

export const fieldId = (name: FieldName) => `sign-up-${name}`

export const isFieldName = (name: string): name is FieldName => Object.hasOwn(labels, name)

export const fieldNames = Object.keys(labels).filter(isFieldName)

/** The three groups of the form, in order. */
export const groups = {
  aboutYou: { title: 'About you', fields: ['firstName', 'lastName', 'jobTitle', 'email', 'phone'] },
  yourBusiness: {
    title: 'Your business',
    fields: ['company', 'streetNumber', 'streetName', 'city', 'state', 'postalCode', 'country', 'plan'],
  },
  yourLogin: { title: 'Your login', fields: ['username', 'password', 'password_confirmation'] },
} as const satisfies Record<string, { title: string; fields: readonly FieldName[] }>

export type Errors = { errors: FieldErrors }

type TextField = Omit<ComponentProps<'input'>, 'name' | 'id'> &
  Errors & { name: keyof typeof registrationFields; hint?: string | undefined }

export const TextField = ({ name, errors, hint, ...input }: TextField) => (
  <Field id={fieldId(name)} label={labels[name]} error={errors[name]?.message} hint={hint}>
    <TextInput name={name} autoComplete={registrationFields[name].autoComplete} required {...input} />
  </Field>
)

type Width = { $of6?: 2 | 3 | 4 | 6; $halfOnPhones?: boolean }

export const FieldSet = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <Group>
    <legend>{legend}</legend>
    <Grid>{children}</Grid>
  </Group>
)

const s = createStyled('registration-form')
const Group = s('fieldset')`
  margin-bottom: calc(var(--s-7) - ${ERROR_LINE});
  & > legend { margin-bottom: 20px; padding: 0; font: 620 1.375rem / 1.2 var(--f-display); }
`
/** Six columns; a field spans three by default, on phones six or three. */
const Grid = s('div')`
  display: grid;
  grid-template-columns: repeat(6, minmax(0, 1fr));
  gap: 10px 18px;
  align-items: start;
  --error-line: ${ERROR_LINE};
`
export const Cell = s('div')<Width>`
  grid-column: span ${({ $of6 = 3 }) => $of6};
  ${media.phone} { grid-column: span ${({ $halfOnPhones }) => ($halfOnPhones ? 3 : 6)}; }
`
export const AlertRoom = s('div')`
  margin-bottom: 28px;
`
export const Agreement = s('div')`
  margin-top: 36px;
  & a { padding-block: 3px; color: var(--primary-ink); text-underline-offset: 4px; }
  & input[aria-invalid='true'] { box-shadow: inset 0 0 0 0.5px var(--danger); }
`
export const Send = s('div')`
  margin-top: 28px;
  & > button { min-width: 260px; }
  ${media.phone} { & > button { width: 100%; } }
`
