import * as admin from '#client/admin/admin-data.ts'
import * as blog from '#client/blog/blog-data.ts'
import * as downloads from '#client/downloads/downloads-data.ts'
import * as home from '#client/home/home-data.ts'
import { pagePaths } from '#contract/paths.ts'
import { route } from './route.ts'

const LOADING_LIST = 'Loading blog posts...'
const param = ':id'
const toHome = { to: pagePaths.home, label: 'Back to Home' }
const toBlog = { to: pagePaths.blog, label: 'Back to Blog' }

/** Stands in a path where the slug of `content/site.yml` goes. Not a parameter: the router's are whole segments. */
export const SLUG = '{slug}'

/** The whole contract of addresses (§2, decision 3). Any other path ends at `/`. */
export const routes = [
  route({
    path: pagePaths.home,
    file: 'client/home/home-screen.tsx',
    screen: () => import('#client/home/home-screen.tsx'),
    load: home.loadHome,
    head: home.headHome,
    loading: 'Loading...',
    back: toHome,
    frame: 'site',
  }),
  route({
    path: pagePaths.driverApp(SLUG),
    file: 'client/downloads/download-screen.tsx',
    screen: () => import('#client/downloads/download-screen.tsx'),
    load: downloads.loadDriver,
    head: downloads.headApp,
    loading: 'Loading...',
    back: toHome,
    frame: 'site',
  }),
  route({
    path: pagePaths.operatorApp(SLUG),
    file: 'client/downloads/download-screen.tsx',
    screen: () => import('#client/downloads/download-screen.tsx'),
    load: downloads.loadOperator,
    head: downloads.headApp,
    loading: 'Loading...',
    back: toHome,
    frame: 'site',
  }),
  route({
    path: pagePaths.blog,
    file: 'client/blog/list-screen.tsx',
    screen: () => import('#client/blog/list-screen.tsx'),
    load: blog.loadList,
    head: blog.headList,
    query: ['page'],
    loading: LOADING_LIST,
    back: toHome,
    frame: 'site',
  }),
  route({
    path: pagePaths.post(param),
    file: 'client/blog/post-screen.tsx',
    screen: () => import('#client/blog/post-screen.tsx'),
    load: blog.loadPost,
    head: blog.headPost,
    loading: 'Loading blog post...',
    back: toBlog,
    frame: 'site',
  }),
  route({
    path: pagePaths.category(param),
    file: 'client/blog/name-screen.tsx',
    screen: () => import('#client/blog/name-screen.tsx'),
    load: blog.loadCategory,
    head: blog.headCategory,
    query: ['page'],
    loading: LOADING_LIST,
    back: toBlog,
    frame: 'site',
  }),
  route({
    path: pagePaths.tag(param),
    file: 'client/blog/name-screen.tsx',
    screen: () => import('#client/blog/name-screen.tsx'),
    load: blog.loadTag,
    head: blog.headTag,
    query: ['page'],
    loading: LOADING_LIST,
    back: toBlog,
    frame: 'site',
  }),
  route({
    path: pagePaths.adminLogin,
    file: 'client/admin/login-screen.tsx',
    screen: () => import('#client/admin/login-screen.tsx'),
    load: admin.loadNothing,
    head: admin.headLogin,
    loading: 'Loading...',
    back: toHome,
    frame: 'admin',
  }),
  route({
    path: pagePaths.adminBlog,
    file: 'client/admin/dashboard-screen.tsx',
    screen: () => import('#client/admin/dashboard-screen.tsx'),
    load: admin.loadNothing,
    head: admin.headDashboard,
    loading: 'Loading...',
    back: toHome,
    frame: 'admin',
  }),
]
