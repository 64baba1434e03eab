import { ApiError } from '#client/api/http.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { CONFIRMATION_NEEDED } from '#contract/confirmation.ts'
import type { FieldErrors } from '#contract/validate.ts'

/** The administrator canceled the confirmation: nothing happened, and nothing needs to be shown. */
export class ConfirmationCanceled extends Error {
  override message = CONFIRMATION_NEEDED
}

/** A form that is not sent, or was rejected, with the errors of its fields. */
export class FormError extends Error {
  readonly errors: FieldErrors
  constructor(errors: FieldErrors, message = fieldsInError(errors)) {
    super(message)
    this.errors = errors
  }
}

/** The message to show for an error: that of its first field, otherwise its own. */
export function errorMessage(error: unknown): string {
  const first = error instanceof ApiError ? Object.values(error.errors)[0] : undefined
  return first?.message ?? (error instanceof Error ? error.message : String(error))
}

export function LoadFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Alert>
      <p>{message}</p>
      <Button variant="outline" small onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  )
}

/** Labels of the fields of posts, by their names in forms, files and histories. */
const postLabels = new Map([
  ['title', 'Title'],
  ['summary', 'Summary'],
  ['content', 'Content'],
  ['category', 'Category'],
  ['category_id', 'Category'],
  ['tags', 'Tags'],
  ['image', 'Featured Image'],
  ['image_path', 'Featured Image'],
  ['image_alt', 'Image description'],
  ['image_caption', 'Image caption'],
  ['image_focus', 'Focal point'],
  ['seo_title', 'Title for search engines'],
  ['seo_description', 'Description for search engines'],
  ['canonical', 'Canonical URL'],
  ['draft', 'Draft'],
  ['date', 'Date'],
  ['expires', 'Expiry date'],
  ['address', 'Address'],
  ['format', 'Format'],
  ['aliases', 'Old addresses'],
  ['author', 'Author'],
  ['lang', 'Language'],
])

const labels = new Map([
  ...postLabels,
  ['name', 'Name'],
  ['email', 'Email'],
  ['code', 'Code'],
  ['password', 'Password'],
])

export const fieldLabel = (field: string): string => labels.get(field) ?? field.replace('_', ' ')

/** The label of a key of a post's file; the key itself where it has no meaning here. */
export const postKeyLabel = (key: string): string => postLabels.get(key) ?? key

/** "the title, the tags and the content" */
export const fieldsInWords = (fields: readonly string[]): string =>
  new Intl.ListFormat('en').format(fields.map((field) => `the ${fieldLabel(field).toLowerCase()}`))

export const fieldsInError = (errors: FieldErrors): string =>
  `You have errors on the form in the field(s) ${Object.keys(errors).map(fieldLabel).join(', ')}`
