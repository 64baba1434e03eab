import * as admin from '#client/admin/admin-data.ts'
import { pagePaths } from '#contract/paths.ts'
import { route } from './route.ts'

const rest = {
  load: admin.loadNothing,
  loadingLabel: 'Loading...',
  fallbackLink: { to: pagePaths.home, label: 'Back to Home' },
  frame: 'admin',
} as const

/** The administrator's screens. What they list needs the token, so nothing of it stands in a document. */
export const adminRoutes = [
  route({
    path: pagePaths.adminLogin,
    file: 'client/admin/session/login-page.tsx',
    component: () => import('#client/admin/session/login-page.tsx'),
    head: admin.headLogin,
    ...rest,
  }),
  route({
    path: pagePaths.adminBlog,
    file: 'client/admin/posts/dashboard-page.tsx',
    component: () => import('#client/admin/posts/dashboard-page.tsx'),
    head: admin.headDashboard,
    ...rest,
  }),
  route({
    path: pagePaths.adminLeads,
    file: 'client/admin/leads/leads-page.tsx',
    component: () => import('#client/admin/leads/leads-page.tsx'),
    head: admin.headLeads,
    ...rest,
  }),
]
