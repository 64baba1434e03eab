import { Alert } from '#client/ui/alert.tsx'
import { FieldLinks } from '#client/ui/field-links.tsx'
import { type FieldName, fieldId, labels } from './field-names.ts'
import { AlertRoom } from './form-boxes.tsx'

/** Why nothing was sent, or what the server said of it (§8). `fields`: those in error, in form order. */
export type Trouble = { attempt: number; fields: FieldName[]; said?: string }

type ErrorsAlert = { trouble: Trouble; onDismiss: () => void }

/** Takes the focus at every attempt; its links lead to the fields. */
export const ErrorsAlert = ({ trouble: { attempt, fields, said }, onDismiss }: ErrorsAlert) => (
  <AlertRoom>
    <Alert key={attempt} focusOnMount onDismiss={onDismiss}>
      {said ?? 'You have errors on the form in the field(s) '}
      {said && fields.length > 0 && ' '}
      <FieldLinks fields={fields.map((name) => ({ id: fieldId(name), label: labels[name] }))} />
    </Alert>
  </AlertRoom>
)
