import { createElement } from 'react'
import type { PageInfo } from '#client/admin/shell/page-info.ts'
import { LoggedIn } from '#client/admin/shell/session.tsx'
import type { DocumentHead } from '#client/lib/page-types.ts'
import type { SiteInfo } from '#contract/site.ts'
import { loadNothing } from './page-loaders.ts'
import { type AnyRoute, type Page, type Route, route } from './route.ts'

type AdminPageModule = Pick<Awaited<ReturnType<Route<null>['component']>>, 'default' | 'loadParts'>
type AdminPage = Pick<Route<null>, 'path' | 'file' | 'mount'> & {
  title: string
  canonicalPath?: string
  component: () => Promise<AdminPageModule>
}

/** A page without the bar of the dashboard, for people who are not logged in. */
export function adminRoute({ title, component, canonicalPath, ...info }: AdminPage): AnyRoute {
  const head = (_: null, { name }: SiteInfo): DocumentHead => ({
    title: `${title} – ${name}`,
    description: `For the people who run ${name}.`,
    canonicalPath: canonicalPath ?? info.path,
    noindex: true,
  })
  const withHead = async () => ({ ...(await component()), head })
  return route({ ...info, component: withHead, load: loadNothing, frame: 'admin' })
}

/** A page of the dashboard. Its heading is its title, unless the entry has another. */
export function dashboardPage({
  tab,
  heading,
  ...page
}: AdminPage & Pick<PageInfo, 'tab'> & Partial<PageInfo>): AnyRoute {
  const inner = adminRoute(page)
  return {
    ...inner,
    admin: { tab, heading: heading ?? page.title },
    open: async (api, at) => loggedIn(await inner.open(api, at)),
    fromServerData: async (json) => loggedIn(await inner.fromServerData(json)),
  }
}

const loggedIn = (page: Page): Page => ({
  ...page,
  render: (site) => createElement(LoggedIn, null, page.render(site)),
})
