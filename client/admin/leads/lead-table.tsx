import type { Ref } from 'react'
import { createStyled } from '#client/ui/create-styled.ts'
import { media } from '#client/ui/media.ts'
import type { LeadCard } from '#contract/leads.ts'
import { LeadRow } from './lead-row.tsx'

type Props = { leads: readonly LeadCard[]; body: Ref<HTMLTableSectionElement> }

/** A table; on phones its rows are cards, and its roles are said, since a table that is not laid out as one loses them. */
export function LeadTable({ leads, body }: Props) {
  return (
    <Table role="table" aria-label="Leads, newest first">
      <Titles role="rowgroup">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Company</th>
          <th scope="col">Request</th>
          <th scope="col">Received</th>
          <th scope="col">State</th>
        </tr>
      </Titles>
      <Body role="rowgroup" ref={body}>
        {leads.map((lead) => (
          <LeadRow key={lead.id} lead={lead} />
        ))}
      </Body>
    </Table>
  )
}

const s = createStyled('admin-lead-table')
const Table = s('table')`
  width: 100%;
  border-collapse: separate;
  border-spacing: 0;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  ${media.compact} { display: block; }
`
const Titles = s('thead')`
  & th {
    padding: 14px 16px;
    color: var(--text-2);
    font-size: var(--t-micro);
    font-weight: 640;
    text-align: left;
  }
  ${media.compact} { display: none; }
`
const Body = s('tbody')`
  ${media.compact} { display: block; }
`
