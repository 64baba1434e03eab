import { Alert } from '#client/ui/alert.tsx'
import { FieldLinks } from '#client/ui/field-links.tsx'
import { type FieldName, fieldId, labels } from './field-names.ts'
import { AlertRoom } from './form.styles.tsx'

/** Why nothing was sent, or what the server said of it (§8). `fields`: those in error, in form order. */
export type FormError = { attempt: number; fields: FieldName[]; serverMessage?: string }

type ErrorsAlert = { formError: FormError; onDismiss: () => void }

/** Takes the focus at every attempt; its links lead to the fields. */
export const ErrorsAlert = ({ formError: { attempt, fields, serverMessage }, onDismiss }: ErrorsAlert) => (
  <AlertRoom>
    <Alert key={attempt} focusOnMount onDismiss={onDismiss}>
      {serverMessage ?? 'You have errors on the form in the field(s) '}
      {serverMessage && fields.length > 0 && ' '}
      <FieldLinks fields={fields.map((name) => ({ id: fieldId(name), label: labels[name] }))} />
    </Alert>
  </AlertRoom>
)
