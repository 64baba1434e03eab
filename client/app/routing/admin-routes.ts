import type { DocumentHead } from '#client/lib/page-types.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import { loadNothing } from './page-loaders.ts'
import { type AnyRoute, type Route, route } from './route.ts'

type AdminPageModule = Pick<Awaited<ReturnType<Route<null>['component']>>, 'default' | 'loadParts'>
type AdminPage = Pick<Route<null>, 'path' | 'file' | 'mount'> & { title: string; canonicalPath: string }

const adminRoute = ({ title, canonicalPath, ...info }: AdminPage, component: () => Promise<AdminPageModule>) => {
  const head = (_: null, { name }: SiteInfo): DocumentHead => ({
    title: `${title} – ${name}`,
    description: `For the people who run ${name}.`,
    canonicalPath,
    noindex: true,
  })
  const withHead = async () => ({ ...(await component()), head })
  return route({ ...info, component: withHead, load: loadNothing, frame: 'admin' })
}

const adminPage = (path: string, title: string, file: string, component: () => Promise<AdminPageModule>) =>
  adminRoute({ path, title, file, canonicalPath: path }, component)

/** Its canonical path is that of a new post: the server renders the same page for all. A new post goes on at its own URL once it is saved. */
const writingPage = (path: string) =>
  adminRoute(
    {
      path,
      title: 'Write',
      file: 'client/admin/writing/writing-page.tsx',
      canonicalPath: pagePaths.adminNew,
      mount: 'writing',
    },
    () => import('#client/admin/writing/writing-page.tsx'),
  )

/** The pages of administrators. */
export const adminRoutes: readonly AnyRoute[] = [
  adminPage(
    pagePaths.adminLogin,
    'Admin Login',
    'client/admin/session/login-page.tsx',
    () => import('#client/admin/session/login-page.tsx'),
  ),
  adminPage(
    pagePaths.adminBlog,
    'Blog Management Dashboard',
    'client/admin/posts/dashboard-page.tsx',
    () => import('#client/admin/posts/dashboard-page.tsx'),
  ),
  writingPage(pagePaths.adminNew),
  writingPage(pagePaths.adminEdit(':id')),
  adminPage(
    pagePaths.adminMedia,
    'Media library',
    'client/admin/media/media-page.tsx',
    () => import('#client/admin/media/media-page.tsx'),
  ),
  adminPage(
    adminPaths.repairPage,
    'Repair a file',
    'client/admin/repair/repair-page.tsx',
    () => import('#client/admin/repair/repair-page.tsx'),
  ),
  adminPage(
    pagePaths.adminImport,
    'Import a blog',
    'client/admin/import/import-page.tsx',
    () => import('#client/admin/import/import-page.tsx'),
  ),
  adminPage(
    pagePaths.adminTrash,
    'Trash',
    'client/admin/trash/trash-page.tsx',
    () => import('#client/admin/trash/trash-page.tsx'),
  ),
  adminPage(
    pagePaths.adminLeads,
    'Leads',
    'client/admin/leads/leads-page.tsx',
    () => import('#client/admin/leads/leads-page.tsx'),
  ),
  adminPage(
    pagePaths.adminAccount,
    'Account',
    'client/admin/account/account-page.tsx',
    () => import('#client/admin/account/account-page.tsx'),
  ),
  adminPage(
    pagePaths.adminInvite,
    'Invitation',
    'client/admin/account/invite-page.tsx',
    () => import('#client/admin/account/invite-page.tsx'),
  ),
  adminPage(
    pagePaths.adminAudit,
    'Audit log',
    'client/admin/audit/audit-page.tsx',
    () => import('#client/admin/audit/audit-page.tsx'),
  ),
]
