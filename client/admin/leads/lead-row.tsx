import { Link } from 'react-router-dom'
import { createStyled } from '#client/ui/create-styled.ts'
import { media } from '#client/ui/media.ts'
import type { LeadCard } from '#contract/leads.ts'
import { leadKindLabels, requestOf } from './labels.ts'
import { Marks, StateChip, UnreadChip } from './lead-chips.tsx'
import { OPENED, withLead } from './use-opened.ts'
import { useQuery } from './use-query.ts'
import { When } from './when.tsx'

/** One lead of the list; the whole row opens it. What is unread says so in a word. */
export function LeadRow({ lead }: { lead: LeadCard }) {
  const { query } = useQuery()
  return (
    <Row role="row">
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
        <Marks marks={lead.marks} />
      </Request>
      <Received role="cell">
        <When at={lead.at} />
      </Received>
      <State role="cell">
        <StateChip state={lead.state} />
      </State>
    </Row>
  )
}

const s = createStyled('admin-lead-row')
/** On phones: name and state, company, what they want, when. */
const Row = s('tr')`
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
/** As large as its row. */
const Open = s(Link)`
  margin-right: 10px;
  color: var(--text);
  text-decoration: none;
  &::after { content: ''; position: absolute; inset: 0; }
  &:hover { text-decoration: underline; text-underline-offset: 4px; }
  &:focus-visible { outline: none; }
  &:focus-visible::after { outline: 3px solid var(--focus); outline-offset: -3px; border-radius: var(--r-md); }
`
