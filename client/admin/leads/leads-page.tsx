import { type Ref, useEffect, useRef, useState } from 'react'
import { Above, Heading, Room } from '#client/admin/admin.styles.ts'
import { focusIsLost, useFocusOnMore } from '#client/admin/dialogs.tsx'
import { LoadFailed } from '#client/admin/errors.tsx'
import { LoggedIn } from '#client/admin/session/logged-in.tsx'
import { TopBar, useLogOutEverywhere } from '#client/admin/session/top-bar.tsx'
import type { PageProps } from '#client/lib/page-types.ts'
import { EmptyState } from '#client/ui/content/empty-state.tsx'
import { Button, TextButton } from '#client/ui/form/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { createStyled } from '#client/ui/styles.ts'
import { FilterBar } from './filter-bar.tsx'
import { countOf } from './labels.tsx'
import { LeadDialog } from './lead-dialog.tsx'
import { LeadTable } from './lead-table.tsx'
import { useExport, useFilters, useOpened } from './use-lead-query.ts'
import { type Leads, useLeads } from './use-leads.ts'

export default function LeadsPage({ site }: PageProps<null>) {
  return <LoggedIn>{(leave) => <LeadInbox name={site.name} onLeave={leave} />}</LoggedIn>
}

export function LeadInbox({ name, onLeave }: { name: string; onLeave: () => void }) {
  const [failure, setFailure] = useState<string>()
  const filters = useFilters()
  const list = useLeads(filters.query)
  const opened = useOpened()
  const { exporting, exportCsv } = useExport(filters.query, setFailure)
  const { leaving, leaveEverywhere } = useLogOutEverywhere(onLeave, setFailure)
  const results = useRef<HTMLElement>(null)
  const search = useRef<HTMLInputElement>(null)
  // The row that opened the lead may be gone, or the lead was opened by a link.
  useEffect(() => {
    if (opened.id === undefined && focusIsLost()) results.current?.focus()
  }, [opened.id])

  /** The button disappears with the filters. */
  function clear() {
    filters.clear()
    search.current?.focus()
  }

  return (
    <>
      <TopBar
        name={name}
        here="leads"
        unread={list.unread}
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
          <h1>Leads</h1>
          <Button variant="outline" busy={exporting ? 'Exporting' : undefined} onClick={exportCsv}>
            <Icon name="download" size={20} /> Export CSV
          </Button>
        </Heading>
        <FilterBar filters={filters} searchRef={search} />
        <Results ref={results} list={list} narrowed={filters.narrowed} onClear={clear} />
      </Room>
      <LeadDialog opened={opened} list={list} />
    </>
  )
}

type Props = {
  list: Leads
  narrowed: boolean
  onClear: () => void
  ref: Ref<HTMLElement>
}

/** The list, or why it is empty. The number of results is announced to screen readers. */
export function Results({ list, narrowed, onClear, ref }: Props) {
  const { state, coming } = list
  const loaded = state.status === 'loaded' ? state : undefined
  return (
    <Part ref={ref} tabIndex={-1} aria-label="List of leads" aria-busy={coming !== undefined}>
      <Line>
        <p role="status">
          {coming === 'list' && loaded && 'Loading leads...'}
          {coming !== 'list' && loaded && countOf(loaded.leads.length, loaded.next !== null)}
        </p>
        {loaded && narrowed && loaded.leads.length > 0 && <TextButton onClick={onClear}>Clear filters</TextButton>}
        {loaded && <TextButton onClick={list.load}>Refresh</TextButton>}
      </Line>
      {state.status === 'loading' && <Spinner label="Loading leads..." />}
      {state.status === 'failed' && <LoadFailed message={state.message} onRetry={list.load} />}
      {loaded?.leads.length === 0 && <Nothing narrowed={narrowed} onClear={onClear} />}
      {loaded && loaded.leads.length > 0 && <Found list={list} {...loaded} />}
    </Part>
  )
}

function Nothing({ narrowed, onClear }: Pick<Props, 'narrowed' | 'onClear'>) {
  if (!narrowed) return <EmptyState title="No leads yet">Trial sign-ups and messages come in here.</EmptyState>
  return (
    <EmptyState title="No leads match">
      <Clear variant="outline" onClick={onClear}>
        Clear filters
      </Clear>
    </EmptyState>
  )
}

type Found = Pick<Extract<Leads['state'], { status: 'loaded' }>, 'leads' | 'next' | 'failure'> & { list: Leads }

function Found({ list, leads, next, failure }: Found) {
  const { list: body, expectMore } = useFocusOnMore<HTMLTableSectionElement>(leads.length, 'a')
  const showOlder = (before: string) => {
    expectMore()
    list.older(before)
  }
  return (
    <>
      <LeadTable leads={leads} body={body} />
      {failure && next && <LoadFailed message={failure} onRetry={() => showOlder(next)} />}
      {!failure && next && (
        <Button
          variant="outline"
          busy={list.coming === 'older' ? 'Loading' : undefined}
          disabled={list.coming === 'list'}
          onClick={() => showOlder(next)}
        >
          Show older
        </Button>
      )}
    </>
  )
}

const s = createStyled('admin-leads-results')
const Part = s('section')`
  outline: none;
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
