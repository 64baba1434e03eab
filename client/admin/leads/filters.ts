import * as v from 'valibot'
import { LeadFilterSchema } from '#contract/lead-query.ts'

/** What narrows the list and stands in the address. The words one searches for may be somebody's name: they do not. */
export const filterKeys = ['kind', 'state', 'plan', 'marked', 'read', 'from', 'to'] as const
export type FilterKey = (typeof filterKeys)[number]
export type Filters = Partial<Record<FilterKey, string>>

/** The filters of an address; what the contract does not know is left out. */
export function filtersIn(search: URLSearchParams): Filters {
  const given = filterKeys.flatMap((key) => {
    const value = search.get(key)
    return value !== null && v.is(LeadFilterSchema.entries[key], value) ? [[key, value]] : []
  })
  return Object.fromEntries(given)
}

/** The address's query with this filter changed; an empty value takes it out. All else stays. */
export function withFilter(search: URLSearchParams, key: FilterKey, value: string): URLSearchParams {
  const changed = new URLSearchParams(search)
  if (value === '') changed.delete(key)
  else changed.set(key, value)
  return changed
}

export function withoutFilters(search: URLSearchParams): URLSearchParams {
  const changed = new URLSearchParams(search)
  for (const key of filterKeys) changed.delete(key)
  return changed
}
