import { createStyled } from '#client/ui/create-styled.ts'
import { Button } from '#client/ui/form/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { media } from '#client/ui/media.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { LeadCard } from '#contract/leads.ts'

type Props = { id: string; leads: readonly LeadCard[]; onOpen: (id: string) => void }

/** The leads above and below this one, as far as the list is loaded. Where one is, is told. */
export function Neighbours({ id, leads, onOpen }: Props) {
  const place = leads.findIndex((one) => one.id === id)
  if (place === -1) return null
  const step = (lead: LeadCard | undefined) => ({ disabled: !lead, onClick: () => lead && onOpen(lead.id) })
  return (
    <Row>
      <Button variant="outline" small {...step(leads[place - 1])}>
        <Icon name="arrow-left" size={18} /> Previous
      </Button>
      <p role="status">
        <VisuallyHidden>{leads[place]?.name}, </VisuallyHidden>
        {place + 1} of {leads.length}
      </p>
      <Button variant="outline" small {...step(leads[place + 1])}>
        Next <Icon name="arrow-right" size={18} />
      </Button>
    </Row>
  )
}

const s = createStyled('admin-lead-neighbours')
const Row = s('div')`
  display: flex;
  flex: 1;
  justify-content: space-between;
  align-items: center;
  gap: 12px;
  color: var(--text-2);
  white-space: nowrap;
  ${media.phone} { & svg { display: none; } }
`
