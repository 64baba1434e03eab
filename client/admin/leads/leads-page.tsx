import { useEffect, useRef, useState } from 'react'
import { Above, Heading, Room } from '#client/admin/admin.styles.ts'
import { focusIsLost } from '#client/admin/dialogs.tsx'
import { LoggedIn } from '#client/admin/session/logged-in.tsx'
import { TopBar, useLogOutEverywhere } from '#client/admin/session/top-bar.tsx'
import type { PageProps } from '#client/lib/page-types.ts'
import { Button } from '#client/ui/form/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { FilterBar } from './filter-bar.tsx'
import { LeadDialog } from './lead-dialog.tsx'
import { Results, useExport } from './results.tsx'
import { useFilters, useOpened } from './use-lead-query.ts'
import { useLeads } from './use-leads.ts'

/** /admin/leads */
export default function LeadsPage({ site }: PageProps<null>) {
  return <LoggedIn>{(leave) => <Leads name={site.name} onLeave={leave} />}</LoggedIn>
}

export function Leads({ name, onLeave }: { name: string; onLeave: () => void }) {
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
