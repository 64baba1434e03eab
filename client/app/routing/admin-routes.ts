import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import { adminRoute, dashboardPage } from './admin-page-route.ts'
import { postRoutes } from './post-routes.ts'
import type { AnyRoute } from './route.ts'

/** The pages of administrators. */
export const adminRoutes: readonly AnyRoute[] = [
  adminRoute({
    path: pagePaths.adminLogin,
    title: 'Admin Login',
    file: 'client/admin/login/login-page.tsx',
    component: () => import('#client/admin/login/login-page.tsx'),
  }),
  adminRoute({
    path: pagePaths.adminInvite,
    title: 'Invitation',
    file: 'client/admin/account/invite-page.tsx',
    component: () => import('#client/admin/account/invite-page.tsx'),
  }),
  ...postRoutes,
  dashboardPage({
    path: adminPaths.pagesPage,
    title: 'Pages',
    tab: 'pages',
    file: 'client/admin/pages/pages-page.tsx',
    component: () => import('#client/admin/pages/pages-page.tsx'),
  }),
  dashboardPage({
    path: pagePaths.adminMedia,
    title: 'Media library',
    tab: 'media',
    file: 'client/admin/media/media-page.tsx',
    component: () => import('#client/admin/media/media-page.tsx'),
  }),
  dashboardPage({
    path: adminPaths.imagePage,
    title: 'Image',
    tab: 'media',
    file: 'client/admin/media/image-page.tsx',
    component: () => import('#client/admin/media/image-page.tsx'),
  }),
  dashboardPage({
    path: pagePaths.adminLeads,
    title: 'Leads',
    tab: 'leads',
    file: 'client/admin/leads/leads-page.tsx',
    component: () => import('#client/admin/leads/leads-page.tsx'),
  }),
  dashboardPage({
    path: pagePaths.adminAccount,
    title: 'Account',
    tab: 'account',
    file: 'client/admin/account/account-page.tsx',
    component: () => import('#client/admin/account/account-page.tsx'),
  }),
  dashboardPage({
    path: pagePaths.adminAudit,
    title: 'Audit log',
    tab: 'audit',
    file: 'client/admin/audit/audit-page.tsx',
    component: () => import('#client/admin/audit/audit-page.tsx'),
  }),
  dashboardPage({
    path: adminPaths.sitePage,
    title: 'State of the site',
    tab: 'site',
    file: 'client/admin/site/site-page.tsx',
    component: () => import('#client/admin/site/site-page.tsx'),
  }),
]
