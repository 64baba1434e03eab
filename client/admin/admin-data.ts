import type { PageHead } from '#client/lib/page-types.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteFacts } from '#contract/site.ts'

/** The admin screens are drawn empty: their lists need the token, which only the browser has. */
export const loadNothing = async (): Promise<null> => null

/** Admin pages are for nobody's search results. */
const adminHead = (name: string, whose: string, path: string, site: SiteFacts): PageHead => ({
  title: `${name} – ${site.name}`,
  description: `For the people who ${whose}.`,
  canonicalPath: path,
  noindex: true,
})

const writers = ({ name }: SiteFacts) => `write the ${name} blog`

export const headLogin = (_: null, site: SiteFacts) =>
  adminHead('Admin Login', writers(site), pagePaths.adminLogin, site)
export const headDashboard = (_: null, site: SiteFacts) =>
  adminHead('Blog Management Dashboard', writers(site), pagePaths.adminBlog, site)
export const headLeads = (_: null, site: SiteFacts) =>
  adminHead('Leads', `answer who writes to ${site.name}`, pagePaths.adminLeads, site)
