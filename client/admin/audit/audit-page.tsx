import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Above, Heading, Room } from '#client/admin/admin.styles.ts'
import { focusIsLost } from '#client/admin/dialogs.tsx'
import { LoadFailed } from '#client/admin/errors.tsx'
import { LoggedIn } from '#client/admin/session/logged-in.tsx'
import { TopBar, useLogOutEverywhere, useUnreadLeadCount } from '#client/admin/session/top-bar.tsx'
import type { PageProps } from '#client/lib/page-types.ts'
import { EmptyState } from '#client/ui/content/empty-state.tsx'
import { Button, TextButton } from '#client/ui/form/button.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { createStyled } from '#client/ui/styles.ts'
import { AuditFilterBar } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { type Audit, type AuditState, useAudit } from './use-audit.ts'
import { useAuditFilters } from './use-audit-filters.ts'

export default function AuditPage({ site }: PageProps<null>) {
  return <LoggedIn>{(leave) => <AuditLog name={site.name} onLeave={leave} />}</LoggedIn>
}

function AuditLog({ name, onLeave }: { name: string; onLeave: () => void }) {
  const [failure, setFailure] = useState<string>()
  const filters = useAuditFilters()
  const list = useAudit(filters.query)
  const { leaving, leaveEverywhere } = useLogOutEverywhere(onLeave, setFailure)
  const first = useRef<HTMLSelectElement>(null)

  /** The button disappears with the filters. */
  function clear() {
    filters.clear()
    first.current?.focus()
  }

  return (
    <>
      <TopBar
        name={name}
        here="audit"
        unread={useUnreadLeadCount()}
        onLogOut={onLeave}
        onLogOutEverywhere={leaveEverywhere}
        leaving={leaving}
      />
      <Room width="admin">
        {failure && (
          <Above>
            <Alert onDismiss={() => setFailure(undefined)}>{failure}</Alert>
          </Above>
        )}
        <Heading>
          <h1>Audit log</h1>
        </Heading>
        <AuditFilterBar filters={filters} people={usePeople(list.state)} firstRef={first} />
        <Results list={list} onClear={Object.keys(filters.query).length > 0 ? clear : undefined} />
        <Note>
          A log collector can read the same as JSON lines: <code>audit.jsonl</code> in the folder of private files (
          <code>PRIVATE_DIR</code>, by default <code>storage/private</code>). Email and IP addresses are stored
          shortened.
        </Note>
      </Room>
    </>
  )
}

/** Everyone seen since the page was opened: a filtered list has fewer people than the log. */
function usePeople(state: AuditState): string[] {
  const [people, setPeople] = useState<readonly string[]>(['shell', 'environment'])
  const seen = state.status === 'loaded' ? state.events.map(({ actor }) => actor) : []
  const all = [...new Set([...people, ...seen])].filter(Boolean)
  if (all.length > people.length) setPeople(all)
  return all.toSorted()
}

/** `onClear` is absent without filters. */
type ResultsProps = { list: Audit; onClear: (() => void) | undefined }

/** The list, or why it is empty. The number of events is announced to screen readers. */
function Results({ list: { state, coming, load, older }, onClear }: ResultsProps) {
  const loaded = state.status === 'loaded' ? state : undefined
  const count = loaded?.events.length ?? 0
  return (
    <Part aria-label="Events" aria-busy={coming !== undefined}>
      <Line>
        <p role="status">{coming === 'list' ? loaded && 'Loading events...' : loaded && countOf(loaded)}</p>
        {onClear && count > 0 && <TextButton onClick={onClear}>Clear filters</TextButton>}
        {loaded && <TextButton onClick={load}>Refresh</TextButton>}
      </Line>
      {state.status === 'loading' && <Spinner label="Loading events..." />}
      {state.status === 'failed' && <LoadFailed message={state.message} onRetry={load} />}
      {loaded && count === 0 && <Nothing onClear={onClear} />}
      {loaded && count > 0 && (
        <>
          <AuditTable events={loaded.events} />
          <Older {...loaded} coming={coming} onOlder={older} />
        </>
      )}
    </Part>
  )
}

const countOf = ({ events: { length }, next }: { events: readonly unknown[]; next: string | null }) =>
  `${length} ${length === 1 ? 'event' : 'events'}${next ? ', and older ones' : ''}`

function Nothing({ onClear }: Pick<ResultsProps, 'onClear'>): ReactNode {
  if (!onClear) return <EmptyState title="No events yet">Logins and changes are listed here.</EmptyState>
  return (
    <EmptyState title="No events match">
      <Clear variant="outline" onClick={onClear}>
        Clear filters
      </Clear>
    </EmptyState>
  )
}

type OlderProps = {
  next: string | null
  failure?: string
  coming: Audit['coming']
  onOlder: (before: string) => void
}

/** The button keeps the focus. With the last page it goes away, and what stands in its place takes the focus. */
function Older({ next, failure, coming, onOlder }: OlderProps) {
  const end = useRef<HTMLParagraphElement>(null)
  const asked = useRef(false)
  useEffect(() => {
    if (next === null && asked.current && focusIsLost()) end.current?.focus()
  }, [next])
  if (next === null) {
    return (
      <End ref={end} tabIndex={-1}>
        There are no older events.
      </End>
    )
  }
  const load = () => {
    asked.current = true
    onOlder(next)
  }
  return (
    <>
      {failure && <Alert>{failure}</Alert>}
      <Button
        variant="outline"
        busy={coming === 'older' ? 'Loading' : undefined}
        disabled={coming === 'list'}
        onClick={load}
      >
        {failure ? 'Try again' : 'Older'}
      </Button>
    </>
  )
}

const s = createStyled('admin-audit')
const Part = s('section')`
  & > * + * { margin-top: 12px; }
  & > button { margin-top: 20px; }
`
const Line = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 20px;
  min-height: 44px;
  margin-top: 18px;
  color: var(--text-2);
  & > p { margin-right: auto; }
`
const Clear = s(Button)`
  margin-top: 14px;
`
const End = s('p')`
  color: var(--text-2);
  outline: none;
`
const Note = s('p')`
  margin-top: 32px;
  color: var(--text-2);
  font-size: var(--t-small);
  overflow-wrap: anywhere;
`
