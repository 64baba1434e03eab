import { withLead } from '#client/admin/shared/lead-link.ts'
import { ListTable } from '#client/admin/shared/list-table.tsx'
import { formatDateTime } from '#client/lib/dates.ts'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { type AuditEntry, type AuditPerson, nameInAudit } from '#contract/audit.ts'
import { pagePaths } from '#contract/paths.ts'
import { detailInWords, eventInWords } from './event-names.ts'
import { actorName } from './use-audit-people.ts'

type Props = { events: readonly AuditEntry[]; people: readonly AuditPerson[] }

const columns = ['Time', 'Event', 'Person', 'Network', 'Subject', 'Detail']

/** The position of an event is its key: events have no id, and older ones are added at the end. */
export const AuditTable = ({ events, people }: Props) => (
  <Table label="Events, newest first" columns={columns}>
    {[...events.entries()].map(([position, entry]) => (
      <AuditRow key={position} entry={entry} people={people} />
    ))}
  </Table>
)

type RowProps = { entry: AuditEntry; people: readonly AuditPerson[] }

function AuditRow({ entry, people }: RowProps) {
  const { time, event, address, about } = entry
  const subject = nameInAudit(people, about, entry.subject)
  const path = subjectPath(entry)
  return (
    <EventRow role="row">
      <Time role="cell">
        <time dateTime={time} title={inUtc(time)}>
          {formatDateTime(time, 'local')}
        </time>
      </Time>
      <Event role="cell">{eventInWords(event)}</Event>
      <Person role="cell">{actorName(people, entry)}</Person>
      <Network role="cell">{address}</Network>
      <Subject role="cell">{path === undefined ? subject : <a href={path}>{subject}</a>}</Subject>
      <Detail role="cell">{details(entry)}</Detail>
    </EventRow>
  )
}

/** `2026-03-01 10:00:00 UTC` */
const inUtc = (time: string) => `${time.slice(0, 19).replace('T', ' ')} UTC`

const POST_EVENTS = ['post.created', 'post.changed', 'post.restored']

/** The page of the subject, if it has one: not after it was deleted. */
function subjectPath({ event, subject }: AuditEntry): string | undefined {
  if (subject === '') return
  if (POST_EVENTS.includes(event)) return pagePaths.post(encodeURIComponent(subject))
  if (event === 'lead.marked') return `${pagePaths.adminLeads}?${withLead(new URLSearchParams(), subject)}`
}

const details = ({ event, detail, unwritten }: AuditEntry): string =>
  [detailInWords(event, detail), unwritten > 0 && `${unwritten} more before it, only counted`]
    .filter(Boolean)
    .join('; ')

const s = createStyled('admin-audit-table')
const Table = s(ListTable)`
  & th {
    padding-inline: 12px;
    &:first-child { padding-left: 16px; }
  }
`
const EventRow = s('tr')`
  &:hover { background: var(--surface-2); }
  ${media.compact} {
    display: grid;
    grid-template: 'event time' auto 'person network' auto 'subject subject' auto 'detail detail' auto / minmax(0, 1fr) auto;
    gap: 4px 16px;
    padding: 16px;
    border-top: 1px solid var(--line);
    &:first-child { border-top: 0; }
  }
  ${media.phone} { display: flex; flex-direction: column; }
`
const Cell = s('td')`
  padding: 13px 12px;
  border-top: 1px solid var(--line);
  color: var(--text-2);
  font-size: var(--t-small);
  vertical-align: top;
  overflow-wrap: anywhere;
  &:first-child { padding-left: 16px; }
  & a { color: var(--primary-ink); text-underline-offset: 4px; }
  ${media.compact} {
    padding: 0;
    border: 0;
    &:first-child { padding-left: 0; }
    &:empty { display: none; }
  }
`
const Time = s(Cell)`
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
  ${media.compact} { grid-area: time; }
`
/** First on a card. */
const Event = s(Cell)`
  color: var(--text);
  font-weight: 560;
  ${media.compact} { grid-area: event; }
  ${media.phone} { order: -1; }
`
const Person = s(Cell)`
  ${media.compact} { grid-area: person; }
`
const Network = s(Cell)`
  white-space: nowrap;
  ${media.compact} { grid-area: network; }
`
const Subject = s(Cell)`
  ${media.compact} { grid-area: subject; }
`
const Detail = s(Cell)`
  ${media.compact} { grid-area: detail; }
`
