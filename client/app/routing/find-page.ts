import { matchPath } from 'react-router-dom'
import type { RouteParams } from '#client/lib/page-types.ts'
import { SEARCH_MAX_CHARACTERS } from '#contract/limits.ts'
import { type AnyRoute, SLUG } from './route.ts'

/** A page: its route, its parameters, and its key in caches. */
export type PageAddress = { route: AnyRoute; at: RouteParams; key: string }

export const pathIn = ({ path }: Pick<AnyRoute, 'path'>, slug: string) => path.replace(SLUG, slug)

const knownRoutes = new Set<AnyRoute>()

/** Makes pages known. Visitors and administrators have a script each, which knows only their own. */
export function addRoutes(routes: readonly AnyRoute[]): void {
  for (const route of routes) knownRoutes.add(route)
}

/** The known page at a URL; `undefined` if there is none. The key contains only query parameters that select another page. */
export function findPage(
  { pathname, search }: { pathname: string; search: string },
  slug: string,
): PageAddress | undefined {
  for (const route of knownRoutes) {
    const path = pathIn(route, slug)
    // The router makes an expression of each path each time, and the server finds the page of each request.
    const [start = ''] = path.split(':', 1)
    const match = pathname.startsWith(start) && matchPath({ path, caseSensitive: true }, pathname)
    if (!match) continue
    const query = ownQuery(route, new URLSearchParams(search))
    if (!query) return undefined
    const found = pathname.replace(/\/+$/, '') || '/'
    return { route, at: { params: given(match.params), search: query }, key: query.size ? `${found}?${query}` : found }
  }
  return undefined
}

/** Of an emoji that was cut. `cutText` would load what formats by language on each page. */
const HALF_AT_END = /[\ud800-\udbff]$/

/** A search is any text. An invalid page number has no page. Other parameters that are not a number are ignored. */
function ownQuery(route: AnyRoute, search: URLSearchParams): URLSearchParams | undefined {
  const own = new URLSearchParams()
  for (const key of route.query) {
    const value = search.get(key)?.trim().slice(0, SEARCH_MAX_CHARACTERS).replace(HALF_AT_END, '')
    if (!value || (value === '1' && key !== 'q')) continue
    if (key === 'q' || /^[1-9]\d{0,5}$/.test(value)) own.set(key, value)
    else if (key === 'page') return undefined
  }
  return own
}

const given = (params: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value ?? '']))
