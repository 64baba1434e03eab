import { KEEP_SCROLL } from '#client/lib/keep-scroll.ts'

/** Query key of the lead that is open over the list. */
export const LEAD_KEY = 'lead'
/** History state of a lead that was opened over the list, so that closing it goes back. */
export const OPENED = { ...KEEP_SCROLL, overList: true }

export function withLead(query: URLSearchParams, id: string): URLSearchParams {
  const opened = new URLSearchParams(query)
  opened.set(LEAD_KEY, id)
  return opened
}
