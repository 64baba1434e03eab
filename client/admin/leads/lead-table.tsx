import type { Ref } from 'react'
import { OPENED, withLead } from '#client/admin/shared/lead-link.ts'
import { ListTable } from '#client/admin/shared/list-table.tsx'
import { useUrlQuery } from '#client/admin/shared/use-list-filters.ts'
import { When } from '#client/admin/shared/when.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import type { LeadCard } from '#contract/leads.ts'
import { leadKindLabels, requestOf, SpamFlags, StateChip, UnreadChip } from './labels.tsx'

type Props = { leads: readonly LeadCard[]; body: Ref<HTMLTableSectionElement> }

export const LeadTable = ({ leads, body }: Props) => (
  <ListTable label="Leads, newest first" columns={['Name', 'Company', 'Request', 'Received', 'State']} body={body}>
    {leads.map((lead) => (
      <LeadRow key={lead.id} lead={lead} />
    ))}
  </ListTable>
)

/** One lead. The whole row opens it. Unread leads say so in text. */
export function LeadRow({ lead }: { lead: LeadCard }) {
  const { query } = useUrlQuery()
  return (
    <LeadLine role="row">
      <Name role="cell" $unread={!lead.read}>
        <Open to={{ search: withLead(query, lead.id).toString() }} state={OPENED}>
          {lead.name}
        </Open>
        {!lead.read && <UnreadChip />}
      </Name>
      <Cell role="cell">{lead.company}</Cell>
      <Request role="cell">
        <strong>{leadKindLabels[lead.kind]}</strong>
        <Excerpt>{requestOf(lead)}</Excerpt>
        <SpamFlags marks={lead.marks} />
      </Request>
      <Received role="cell">
        <When at={lead.at} />
      </Received>
      <State role="cell">
        <StateChip state={lead.state} />
      </State>
    </LeadLine>
  )
}

const s = createStyled('admin-lead-table')
const LeadLine = s('tr')`
  position: relative;
  &:hover { background: var(--surface-2); }
  ${media.compact} {
    display: grid;
    grid-template: 'name state' auto 'company company' auto 'request request' auto 'received received' auto / minmax(0, 1fr) auto;
    gap: 4px 12px;
    padding: 16px;
    border-top: 1px solid var(--line);
    &:first-child { border-top: 0; }
  }
`
const Cell = s('td')`
  padding: 16px;
  border-top: 1px solid var(--line);
  vertical-align: top;
  overflow-wrap: anywhere;
  ${media.compact} {
    grid-area: company;
    padding: 0;
    border: 0;
    &:empty { display: none; }
  }
`
const Name = s(Cell)<{ $unread: boolean }>`
  width: 22%;
  font-weight: ${({ $unread }) => ($unread ? 720 : 500)};
  ${media.compact} { grid-area: name; width: auto; }
`
const Request = s(Cell)`
  color: var(--text-2);
  & > strong { margin-right: 8px; color: var(--text); font-weight: 560; }
  ${media.compact} { grid-area: request; }
`
const Excerpt = s('span')`
  overflow-wrap: anywhere;
`
const Received = s(Cell)`
  color: var(--text-2);
  white-space: nowrap;
  ${media.compact} { grid-area: received; }
`
const State = s(Cell)`
  white-space: nowrap;
  ${media.compact} { grid-area: state; }
`
/** Covers its row. */
const Open = s(Link)`
  margin-right: 10px;
  color: var(--text);
  text-decoration: none;
  &::after { content: ''; position: absolute; inset: 0; }
  &:hover { text-decoration: underline; text-underline-offset: 4px; }
  &:focus-visible { outline: none; }
  &:focus-visible::after { outline: 3px solid var(--focus); outline-offset: -3px; border-radius: var(--r-md); }
`
