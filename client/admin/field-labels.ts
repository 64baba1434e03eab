import type { FieldErrors } from '#contract/validate.ts'

/** What the fields of the two admin forms are called on the screen. */
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
}

/** The sentence of §8 for a form with mistakes, naming the fields as they are labelled. */
export const fieldsInError = (errors: FieldErrors): string =>
  `You have errors on the form in the field(s) ${Object.keys(errors)
    .map((field) => labels[field] ?? field)
    .join(', ')}`
