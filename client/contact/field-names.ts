import { type ContactField, contactLabels } from '#contract/contact.ts'

/** Id of a field's control. */
export const fieldId = (name: ContactField) => `contact-${name}`

const isFieldName = (name: string): name is ContactField => Object.hasOwn(contactLabels, name)

/** All fields, in form order. */
export const fieldNames = Object.keys(contactLabels).filter(isFieldName)
