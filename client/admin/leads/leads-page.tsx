import { useEffect, useRef } from 'react'
import { focusIsLost, useFocusOnMore } from '#client/admin/shared/dialogs.tsx'
import { PagedResults, ShowOlder } from '#client/admin/shared/paged-results.tsx'
import { AdminPage } from '#client/admin/shell/admin-page.tsx'
import { Button } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import type { LeadCard } from '#contract/leads.ts'
import { FilterBar } from './filter-bar.tsx'
import { LeadDialog } from './lead-dialog.tsx'
import { LeadTable } from './lead-table.tsx'
import { useExport, useLeadFilters, useOpened } from './use-lead-query.ts'
import { type Leads, useLeads } from './use-leads.ts'

export default function LeadsPage() {
  const filters = useLeadFilters()
  const list = useLeads(filters.query)
  const exporting = useExport(filters.query)
  const opened = useOpened()
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
      <AdminPage
        action={
          <Button variant="outline" busy={exporting.busy ? 'Exporting' : undefined} onClick={exporting.run}>
            <Icon name="download" size={20} /> Export CSV
          </Button>
        }
      >
        {exporting.failure && (
          <Alert key={exporting.failure.attempt} onDismiss={exporting.dismiss}>
            {`The export failed. ${exporting.failure.message}`}
          </Alert>
        )}
        <FilterBar filters={filters} searchRef={search} />
        <PagedResults
          ref={results}
          list={list}
          label="List of leads"
          item="lead"
          hint="Trial sign-ups and messages come in here."
          onClear={filters.narrowed ? clear : undefined}
        >
          {(leads) => <Found list={list} leads={leads} />}
        </PagedResults>
      </AdminPage>
      <LeadDialog opened={opened} list={list} />
    </>
  )
}

function Found({ list, leads }: { list: Leads; leads: readonly LeadCard[] }) {
  const { list: body, expectMore } = useFocusOnMore<HTMLTableSectionElement>(leads.length, 'a')
  return (
    <>
      <LeadTable leads={leads} body={body} />
      <ShowOlder list={list} onOlder={expectMore} />
    </>
  )
}
