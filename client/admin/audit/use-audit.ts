import { useState } from 'react'
import { usePagedList } from '#client/admin/shared/use-paged-list.ts'
import { fetchAudit } from '#client/api/audit.ts'
import type { AuditEntry, AuditPerson, AuditQuery } from '#contract/audit.ts'

/** The events that match, and all administrators, removed ones too, as the latest response has them. */
export function useAudit(query: AuditQuery) {
  const [administrators, setAdministrators] = useState<readonly AuditPerson[]>([])
  const list = usePagedList<AuditEntry>(['audit', query], async (before) => {
    const { events, next, people } = await fetchAudit({ ...query, ...(before && { before }) })
    setAdministrators(people)
    return { items: events, next }
  })
  return { list, administrators }
}
