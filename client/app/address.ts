import { matchPath } from 'react-router-dom'
import type { RouteParams } from '#client/api/page.ts'
import type { AnyRoute } from './route.ts'
import { routes } from './routes.ts'

/** A page of the site: its row in the table, where it is opened, and the one key under which it is kept. */
export type PageAddress = { route: AnyRoute; at: RouteParams; key: string }

/** The page that an address names; `undefined` where there is none. Query keys that make no other page are left out. */
export function findPage({ pathname, search }: { pathname: string; search: string }): PageAddress | undefined {
  for (const route of routes) {
    const match = matchPath({ path: route.path, caseSensitive: true }, pathname)
    if (!match) continue
    const query = ownQuery(route, new URLSearchParams(search))
    if (!query) return undefined
    const path = pathname.replace(/\/+$/, '') || '/'
    return { route, at: { params: given(match.params), search: query }, key: query.size ? `${path}?${query}` : path }
  }
  return undefined
}

/** A list's first page is its plain path; anything but a whole number names no page at all. */
function ownQuery(route: AnyRoute, search: URLSearchParams): URLSearchParams | undefined {
  const own = new URLSearchParams()
  for (const key of route.query) {
    const value = search.get(key)
    if (value === null || value === '1') continue
    if (!/^[1-9]\d{0,5}$/.test(value)) return undefined
    own.set(key, value)
  }
  return own
}

const given = (params: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value ?? '']))
