import type { FieldErrors } from '#contract/validate.ts'

/** What the fields of the two admin forms, and what else a post's file says, are called on the screen. */
const labels: Record<string, string> = {
  email: 'Email',
  password: 'Password',
  title: 'Title',
  summary: 'Summary',
  content: 'Content',
  category_id: 'Category',
  tags: 'Tags',
  image: 'Featured Image',
  image_alt: 'Image description',
  draft: 'Draft',
  date: 'Date',
  expires: 'Expiry date',
  address: 'Address',
  aliases: 'Old addresses',
  author: 'Author',
}

export const fieldLabel = (field: string): string => labels[field] ?? field

/** "the title, the tags and the content" */
export const fieldsInWords = (fields: readonly string[]): string =>
  new Intl.ListFormat('en').format(fields.map((field) => `the ${fieldLabel(field).toLowerCase()}`))

/** The sentence of §8 for a form with mistakes, naming the fields as they are labelled. */
export const fieldsInError = (errors: FieldErrors): string =>
  `You have errors on the form in the field(s) ${Object.keys(errors).map(fieldLabel).join(', ')}`
