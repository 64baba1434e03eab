import { Fragment, type MouseEvent } from 'react'
import { Alert } from '#client/ui/alert.tsx'
import { type FieldName, fieldId, labels } from './field-names.ts'
import { AlertRoom, FieldLink } from './form-boxes.tsx'

/** Why nothing was sent, or what the server said of it (§8). `fields`: those in error, in form order. */
export type Trouble = { attempt: number; fields: FieldName[]; said?: string }

type ErrorsAlert = { trouble: Trouble; onDismiss: () => void }

/** Takes the focus at every attempt; its links lead to the fields. */
export const ErrorsAlert = ({ trouble: { attempt, fields, said }, onDismiss }: ErrorsAlert) => (
  <AlertRoom>
    <Alert key={attempt} focusOnMount onDismiss={onDismiss}>
      {said ?? 'You have errors on the form in the field(s) '}
      {said && fields.length > 0 && ' '}
      {fields.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <FieldLink href={`#${fieldId(name)}`} onClick={toField}>
            {labels[name]}
          </FieldLink>
        </Fragment>
      ))}
    </Alert>
  </AlertRoom>
)

/** Without a step in the history: going back leads out of the form, not up and down in it. */
function toField(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  document.getElementById(event.currentTarget.hash.slice(1))?.focus()
}
