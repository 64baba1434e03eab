import { useEffect, useRef } from 'react'
import { LEAD_KEY, withLead } from '#client/admin/shared/lead-link.ts'
import { useAction } from '#client/admin/shared/use-action.ts'
import { type FiltersInUse, newestQuery, useListFilters, useUrlQuery } from '#client/admin/shared/use-list-filters.ts'
import { useConfirmation } from '#client/admin/shell/confirmation.tsx'
import { fetchLeadsCsv, type LeadQuery } from '#client/api/leads.ts'
import { saveFile } from '#client/lib/save-file.ts'
import { useToast } from '#client/ui/overlay/toast.tsx'
import { LeadFilterSchema } from '#contract/lead-query.ts'

const { q: _typed, ...inUrl } = LeadFilterSchema.entries
export type LeadFilterKey = keyof typeof inUrl
export type LeadFilters = FiltersInUse<LeadFilterKey>

export const useLeadFilters = (): LeadFilters => useListFilters(inUrl, 'q')

/** The lead in the URL (its id is not personal data), and how to open another or return to the list. */
export function useOpened() {
  const { query, key, state, navigate, replace } = useUrlQuery()
  /** The history entry that is being left. */
  const leaving = useRef<string>(undefined)
  const id = query.get(LEAD_KEY) ?? undefined
  useEffect(() => {
    if (leaving.current !== key) leaving.current = undefined
  }, [key])

  /** Going back is asynchronous: a second Escape must not go back twice. */
  function close() {
    if (id === undefined || leaving.current === key) return
    leaving.current = key
    if (Object(state).overList === true) return navigate(-1)
    const closed = newestQuery()
    closed.delete(LEAD_KEY)
    replace(closed)
  }
  return { id, close, openOther: (other: string) => replace(withLead(newestQuery(), other), state) }
}

/** Exports the filtered leads. A plain link could not send the session token. */
export function useExport(query: LeadQuery) {
  const toast = useToast()
  const withConfirmation = useConfirmation()
  return useAction(async () => {
    const name = `leads-${new Date().toISOString().slice(0, 10)}.csv`
    saveFile(await withConfirmation(() => fetchLeadsCsv(query)), name)
    toast(`${name} is downloaded`)
  })
}
