import { adminPaths } from '#contract/admin-paths.ts'
import type { LeadEventSent, LeadFilter } from '#contract/lead-query.ts'
import type { Lead, LeadList } from '#contract/leads.ts'
import { adminCall } from './admin-http.ts'

export type LeadQuery = Partial<Record<keyof LeadFilter, string>>
/** One page of the list: `before` is the `next` of the page above it. */
export type LeadPage = { before?: string; limit?: number }

const withQuery = (path: string, wanted: Record<string, string | number | undefined>) => {
  const given = Object.entries(wanted).flatMap(([key, value]) => (value ? [[key, String(value)]] : []))
  return given.length ? `${path}?${new URLSearchParams(given)}` : path
}

export async function fetchLeads(query: LeadQuery, page: LeadPage = {}): Promise<LeadList> {
  return (await adminCall(withQuery(adminPaths.leads, { ...query, ...page }), { bearer: true })).json()
}

export async function countUnread(): Promise<number> {
  return (await fetchLeads({}, { limit: 1 })).unread
}

/** Throws `ApiError` with 404 if the lead was erased. */
export async function fetchLead(id: string): Promise<Lead> {
  return (await adminCall(adminPaths.lead(id), { bearer: true })).json()
}

/** Adds a state, or marks the lead as read. Returns the changed lead. */
export async function addLeadEvent(id: string, json: LeadEventSent): Promise<Lead> {
  return (await adminCall(adminPaths.leadEvents(id), { method: 'POST', json, bearer: true })).json()
}

export async function eraseLead(id: string): Promise<void> {
  await adminCall(adminPaths.lead(id), { method: 'DELETE', bearer: true })
}

export async function fetchLeadsCsv(query: LeadQuery): Promise<Blob> {
  return (await adminCall(withQuery(adminPaths.leadsCsv, query), { bearer: true })).blob()
}
