import { type RegistrationField, registrationLabels } from '#contract/registration.ts'

export type FieldName = RegistrationField
export const labels = registrationLabels

/** Of a field's control: where the links of the alert lead. */
export const fieldId = (name: FieldName) => `sign-up-${name}`

export const isFieldName = (name: string): name is FieldName => Object.hasOwn(labels, name)

/** All fields, in the order of §2. */
export const fieldNames = Object.keys(labels).filter(isFieldName)
