import type { LeadEventSent, LeadFilter } from '#contract/lead-query.ts'
import type { Lead, LeadList } from '#contract/leads.ts'
import { apiPaths } from '#contract/paths.ts'
import { call } from './http.ts'

/** What narrows the list, as an address has it; what is left out or empty narrows nothing. */
export type LeadQuery = Partial<Record<keyof LeadFilter, string>>
/** A part of the list: `before` is the `next` of the page above it. */
export type LeadPage = { before?: string; limit?: number }

const withQuery = (path: string, wanted: Record<string, string | number | undefined>) => {
  const given = Object.entries(wanted).flatMap(([key, value]) => (value ? [[key, String(value)]] : []))
  return given.length ? `${path}?${new URLSearchParams(given)}` : path
}

/** Newest first. */
export async function fetchLeads(query: LeadQuery, page: LeadPage = {}): Promise<LeadList> {
  return (await call(withQuery(apiPaths.leads, { ...query, ...page }), { bearer: true })).json()
}

/** How many leads nobody has opened yet. */
export async function countUnread(): Promise<number> {
  return (await fetchLeads({}, { limit: 1 })).unread
}

/** Throws `CallFailed` with 404 where it was erased. */
export async function fetchLead(id: string): Promise<Lead> {
  return (await call(apiPaths.lead(id), { bearer: true })).json()
}

/** Appends a new state, or that it was read; gives the lead as it is then. */
export async function addLeadEvent(id: string, json: LeadEventSent): Promise<Lead> {
  return (await call(apiPaths.leadEvents(id), { method: 'POST', json, bearer: true })).json()
}

export async function eraseLead(id: string): Promise<void> {
  await call(apiPaths.lead(id), { method: 'DELETE', bearer: true })
}

/** All leads that the query leaves, as a file for a spreadsheet. */
export async function fetchLeadsCsv(query: LeadQuery): Promise<Blob> {
  return (await call(withQuery(apiPaths.leadsCsv, query), { bearer: true })).blob()
}
