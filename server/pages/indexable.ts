import { pathIn } from '#client/app/routing/find-page.ts'
import { routes } from '#client/app/routing/routes.ts'
import type { TrackDependency } from '#server/content/changed-keys.ts'
import type { PageSources } from './ready-page.ts'

/** The paths of pages without parameters that answer 200 and that search engines may show, in the order of the table of routes. */
export async function indexablePaths(
  { api, facts }: Pick<PageSources, 'api' | 'facts'>,
  uses: TrackDependency,
): Promise<string[]> {
  const site = await facts()
  const found = routes.map(async (route) => {
    const path = pathIn(route, site.slug)
    if (path.includes(':')) return []
    const { noindex, status, redirectTo } = (
      await route.open(api(uses), { params: {}, search: new URLSearchParams() })
    ).head(site)
    return noindex || status || redirectTo ? [] : [path]
  })
  return (await Promise.all(found)).flat()
}
