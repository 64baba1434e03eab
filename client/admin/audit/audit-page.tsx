import { useEffect, useRef } from 'react'
import { focusIsLost } from '#client/admin/shared/dialogs.tsx'
import { PagedResults } from '#client/admin/shared/paged-results.tsx'
import type { PagedList } from '#client/admin/shared/use-paged-list.ts'
import { AdminPage } from '#client/admin/shell/admin-page.tsx'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import type { AuditEntry } from '#contract/audit.ts'
import { AuditFilterBar, useAuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { useAudit } from './use-audit.ts'
import { useAuditPeople } from './use-audit-people.ts'

export default function AuditPage() {
  const filters = useAuditFilters()
  const { list, administrators } = useAudit(filters.query)
  const people = useAuditPeople(administrators, list.items ?? [], filters.filters.by)
  const first = useRef<HTMLSelectElement>(null)

  /** The button disappears with the filters. */
  function clear() {
    filters.clear()
    first.current?.focus()
  }

  return (
    <AdminPage>
      <AuditFilterBar filters={filters} people={people} firstRef={first} />
      <PagedResults
        list={list}
        label="Events"
        item="event"
        hint="Logins and changes are listed here."
        onClear={filters.narrowed ? clear : undefined}
      >
        {(events) => (
          <>
            <AuditTable events={events} people={administrators} />
            <Older list={list} />
          </>
        )}
      </PagedResults>
      <Note>
        A log collector can read the same as JSON lines: <code>audit.jsonl</code> in the folder of private files (
        <code>PRIVATE_DIR</code>, by default <code>storage/private</code>). Email and IP addresses are stored shortened,
        and ids instead of names.
      </Note>
    </AdminPage>
  )
}

/** The button keeps the focus. With the last page it goes away, and the text that replaces it takes the focus. */
function Older({ list: { hasOlder, olderFailure, coming, older } }: { list: PagedList<AuditEntry> }) {
  const end = useRef<HTMLParagraphElement>(null)
  const asked = useRef(false)
  useEffect(() => {
    if (!hasOlder && asked.current && focusIsLost()) end.current?.focus()
  }, [hasOlder])
  if (!hasOlder) {
    return (
      <End ref={end} tabIndex={-1}>
        There are no older events.
      </End>
    )
  }
  const load = () => {
    asked.current = true
    older()
  }
  return (
    <>
      {olderFailure && <Alert>{olderFailure}</Alert>}
      <Button
        variant="outline"
        busy={coming === 'older' ? 'Loading' : undefined}
        disabled={coming === 'list'}
        onClick={load}
      >
        {olderFailure ? 'Try again' : 'Older'}
      </Button>
    </>
  )
}

const s = createStyled('admin-audit')
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
