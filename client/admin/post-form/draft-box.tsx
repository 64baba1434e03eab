import { useId } from 'react'
import type { PostFields } from '#client/admin/post-form/session/fields.ts'
import { stateAt } from '#client/admin/post-form/session/publication.ts'
import { formatDateTime } from '#client/lib/dates.ts'
import { createStyled } from '#client/ui/base/styles.ts'
import { Checkbox } from '#client/ui/form/checkbox.tsx'

type Props = { fields: PostFields; onChange: (draft: boolean) => void }

/** Whether the form is saved as a draft, and when visitors see the post. */
export function DraftBox({ fields, onChange }: Props) {
  const visibility = useId()
  return (
    <div>
      <Checkbox
        checked={fields.draft}
        aria-describedby={visibility}
        onChange={(event) => onChange(event.target.checked)}
      >
        Draft: visitors do not see it
      </Checkbox>
      <Visibility id={visibility}>{visibilityOf(fields)}</Visibility>
    </div>
  )
}

/** What visitors see once the form is saved. */
function visibilityOf(fields: PostFields): string {
  switch (stateAt(fields, new Date())) {
    case 'draft':
      return 'It needs only a title.'
    case 'scheduled':
      return `Visitors see the post from ${formatDateTime(fields.date, 'local')}.`
    case 'expired':
      return 'Its expiry date has passed: visitors do not see it.'
    case 'live':
      return 'Visitors see the post as soon as it is saved.'
  }
}

const s = createStyled('draft-box')
/** In line with the label of the box. */
const Visibility = s('p')`
  margin-left: 38px;
  color: var(--text-2);
  font-size: 0.875rem;
`
