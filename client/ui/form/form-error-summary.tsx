import { Fragment, type MouseEvent } from 'react'
import { reveal } from '#client/lib/reveal.ts'
import { elementOfFragment } from '#client/lib/url-fragment.ts'
import { createStyled } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'

/** Why the last submit failed: the fields in error, in form order, and the server's message if it answered. */
export type FormError<Name extends string = string> = { attempt: number; fields: Name[]; serverMessage?: string }

type FormErrorSummaryProps<Name extends string> = {
  formError: FormError<Name>
  labels: Readonly<Record<Name, string>>
  fieldId: (name: Name) => string
  onDismiss: () => void
}

/** Takes the focus at each failed submit. Its links move the focus to the fields. */
export const FormErrorSummary = <Name extends string>({
  formError: { attempt, fields, serverMessage },
  labels,
  fieldId,
  onDismiss,
}: FormErrorSummaryProps<Name>) => (
  <Alert key={attempt} focusOnMount onDismiss={onDismiss}>
    <span>{serverMessage ?? 'You have errors on the form in the field(s) '}</span>
    <span>{serverMessage && fields.length > 0 && ' '}</span>
    {fields.map((name, index) => (
      <Fragment key={name}>
        <span>{index > 0 && ', '}</span>
        <FieldLink href={`#${fieldId(name)}`} onClick={focusField}>
          {labels[name]}
        </FieldLink>
      </Fragment>
    ))}
  </Alert>
)

/** Adds no history entry: going back leaves the form. */
function focusField(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  reveal(elementOfFragment(event.currentTarget.hash))
}

const s = createStyled('form-errors')
/** In the color of the alert, and tall enough for a finger. Inline, so that the comma after it stays in its line. */
const FieldLink = s('a')`
  padding-block: 12px;
  text-underline-offset: 4px;
`
