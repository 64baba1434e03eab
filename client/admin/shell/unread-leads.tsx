import { useQuery } from '@tanstack/react-query'
import { countUnread } from '#client/api/leads.ts'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'
import { Badge } from '#client/ui/content/chip.tsx'

/** Key of the number of unread leads, which the list of leads also learns. */
export const UNREAD_LEADS = ['unread-leads']

/** "Leads" with the number of those that are unread. Screen readers read "Leads, 3 unread". */
export function LeadsLabel({ isCounted }: { isCounted: boolean }) {
  const { data: unread } = useQuery({ queryKey: UNREAD_LEADS, queryFn: countUnread, enabled: isCounted })
  if (!unread) return 'Leads'
  return (
    <>
      <VisuallyHidden>{`Leads, ${unread} unread`}</VisuallyHidden>
      <span aria-hidden="true">Leads</span>
      <Badge aria-hidden="true">{unread}</Badge>
    </>
  )
}
