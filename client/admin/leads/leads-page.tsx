import { useEffect, useRef } from 'react'
import { AdminPage } from '#client/admin/session/admin-page.tsx'
import { LoggedIn } from '#client/admin/session/logged-in.tsx'
import { focusIsLost, useFocusOnMore } from '#client/admin/shared/dialogs.tsx'
import { PagedResults, ShowOlder } from '#client/admin/shared/paged-results.tsx'
import type { Page } from '#client/admin/shared/use-paged-list.ts'
import type { LeadQuery } from '#client/api/leads.ts'
import type { PageProps } from '#client/lib/page-types.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import type { LeadCard } from '#contract/leads.ts'
import { FilterBar } from './filter-bar.tsx'
import { LeadDialog } from './lead-dialog.tsx'
import { LeadTable } from './lead-table.tsx'
import { useExport, useLeadFilters, useOpened } from './use-lead-query.ts'
import { type Leads, useLeads } from './use-leads.ts'

export default function LeadsPage({ site }: PageProps<null>) {
  return <LoggedIn>{(leave) => <LeadInbox name={site.name} onLeave={leave} />}</LoggedIn>
}

function LeadInbox({ name, onLeave }: { name: string; onLeave: () => void }) {
  const filters = useLeadFilters()
  const list = useLeads(filters.query)
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
        name={name}
        here="leads"
        unread={list.unread}
        title="Leads"
        action={(onFailure) => <ExportButton query={filters.query} onFailure={onFailure} />}
        onLeave={onLeave}
      >
        <FilterBar filters={filters} searchRef={search} />
        <PagedResults
          ref={results}
          list={list}
          label="List of leads"
          item="lead"
          hint="Trial sign-ups and messages come in here."
          onClear={filters.narrowed ? clear : undefined}
        >
          {(page, failure) => <Found {...{ list, page, failure }} />}
        </PagedResults>
      </AdminPage>
      <LeadDialog opened={opened} list={list} />
    </>
  )
}

function ExportButton({ query, onFailure }: { query: LeadQuery; onFailure: (message: string) => void }) {
  const { exporting, exportCsv } = useExport(query, onFailure)
  return (
    <Button variant="outline" busy={exporting ? 'Exporting' : undefined} onClick={exportCsv}>
      <Icon name="download" size={20} /> Export CSV
    </Button>
  )
}

type Found = { list: Leads; page: Page<LeadCard>; failure: string | undefined }

function Found({ list, page, failure }: Found) {
  const { list: body, expectMore } = useFocusOnMore<HTMLTableSectionElement>(page.items.length, 'a')
  return (
    <>
      <LeadTable leads={page.items} body={body} />
      <ShowOlder {...{ list, page, failure }} onOlder={expectMore} />
    </>
  )
}
