import { Fragment, type MouseEvent } from 'react'
import { scoped } from '#client/ui/create-styled.ts'

const s = scoped('field-links')
/** In the colour of the alert that it stands in, and as tall as a finger needs. */
const FieldLink = s('a')`
  display: inline-block;
  padding-block: 10px;
  margin-block: -10px;
  text-underline-offset: 4px;
`

/** Fields in error by their labels, separated by commas: each a link to its control, by that one's id. */
export const FieldLinks = ({ fields }: { fields: readonly { id: string; label: string }[] }) => (
  <>
    {fields.map(({ id, label }, index) => (
      <Fragment key={id}>
        {index > 0 && ', '}
        <FieldLink href={`#${id}`} onClick={toField}>
          {label}
        </FieldLink>
      </Fragment>
    ))}
  </>
)

/** Without a step in the history: going back leads out of the form, not up and down in it. */
function toField(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  document.getElementById(event.currentTarget.hash.slice(1))?.focus()
}
