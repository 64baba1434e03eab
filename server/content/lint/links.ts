import type { Reference } from '#server/content/references.ts'
import type { Finding } from './body.ts'
import type { SiteMap } from './link-targets.ts'

const SITE = 'https://site.invalid'

/** A link into the site that leads nowhere. What leads to other sites, or to a place on the same page, is not looked at. */
export function deadLink({ to, index }: Reference, base: string, map: SiteMap): Finding[] {
  const url = /^[#?]|^$/.test(to) ? undefined : URL.parse(to, SITE + base)
  if (url?.origin !== SITE) return []
  const path = plainPath(url)
  if (path !== undefined && map.has(path)) return []
  return [{ index, reason: `the link to ${to} leads nowhere${map.near(path ?? '')}`, severity: 'error' }]
}

function plainPath({ pathname }: URL): string | undefined {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}
