import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import { dashboardPage } from './admin-page-route.ts'
import type { AnyRoute } from './route.ts'

/** Its canonical path is that of a new post: the server renders the same page for all. A new post goes on at its own URL once it is saved. */
const writingPage = (path: string, heading: string) =>
  dashboardPage({
    path,
    title: 'Write',
    heading,
    tab: 'posts',
    file: 'client/admin/writing/writing-page.tsx',
    canonicalPath: pagePaths.adminNew,
    mount: 'writing',
    component: () => import('#client/admin/writing/writing-page.tsx'),
  })

/** The pages of the dashboard about posts: their list, the page to write one, and what becomes of them. */
export const postRoutes: readonly AnyRoute[] = [
  dashboardPage({
    path: pagePaths.adminBlog,
    title: 'Posts',
    heading: 'Blog Management Dashboard',
    tab: 'posts',
    file: 'client/admin/posts/dashboard-page.tsx',
    component: () => import('#client/admin/posts/dashboard-page.tsx'),
  }),
  writingPage(pagePaths.adminNew, 'New post'),
  writingPage(pagePaths.adminEdit(':id'), 'Edit post'),
  dashboardPage({
    path: adminPaths.repairPage,
    title: 'Repair a file',
    tab: 'posts',
    file: 'client/admin/repair/repair-page.tsx',
    component: () => import('#client/admin/repair/repair-page.tsx'),
  }),
  dashboardPage({
    path: pagePaths.adminImport,
    title: 'Import a blog',
    tab: 'posts',
    file: 'client/admin/import/import-page.tsx',
    component: () => import('#client/admin/import/import-page.tsx'),
  }),
  dashboardPage({
    path: adminPaths.unsavedPage,
    title: 'Unsaved texts',
    tab: 'posts',
    file: 'client/admin/unsaved/unsaved-page.tsx',
    component: () => import('#client/admin/unsaved/unsaved-page.tsx'),
  }),
  dashboardPage({
    path: adminPaths.termsPage,
    title: 'Categories and tags',
    tab: 'posts',
    file: 'client/admin/terms/terms-page.tsx',
    component: () => import('#client/admin/terms/terms-page.tsx'),
  }),
  dashboardPage({
    path: adminPaths.termPage.pattern,
    title: 'Category or tag',
    tab: 'posts',
    file: 'client/admin/terms/term-page.tsx',
    component: () => import('#client/admin/terms/term-page.tsx'),
  }),
  dashboardPage({
    path: pagePaths.adminTrash,
    title: 'Trash',
    tab: 'trash',
    file: 'client/admin/trash/trash-page.tsx',
    component: () => import('#client/admin/trash/trash-page.tsx'),
  }),
  dashboardPage({
    path: adminPaths.branchesPage,
    title: 'Branches',
    tab: 'posts',
    file: 'client/admin/branches/branches-page.tsx',
    component: () => import('#client/admin/branches/branches-page.tsx'),
  }),
]
