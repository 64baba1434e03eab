import { type FieldName, fieldId, labels } from '#client/registration/field-names.ts'
import { AlertRoom } from '#client/registration/form.styles.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { FieldLinks } from './field-links.tsx'

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
