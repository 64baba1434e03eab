import * as blog from '#client/blog/blog-data.ts'
import * as contact from '#client/contact/contact-data.ts'
import * as downloads from '#client/downloads/downloads-data.ts'
import * as features from '#client/features/features-data.ts'
import * as home from '#client/home/home-data.ts'
import * as landing from '#client/landing/landing-data.ts'
import * as learnMore from '#client/learn-more/learn-more-data.ts'
import * as pricing from '#client/pricing/pricing-data.ts'
import type { LandingId } from '#contract/landing.ts'
import { pagePaths } from '#contract/paths.ts'
import { adminRoutes } from './admin-routes.ts'
import { route } from './route.ts'
import { signUpRoutes } from './sign-up-routes.ts'

const LOADING_LIST = 'Loading blog posts...'
const param = ':id'
const toHome = { to: pagePaths.home, label: 'Back to Home' }
const toBlog = { to: pagePaths.blog, label: 'Back to Blog' }

/** Stands in a path where the slug of `content/site.yml` goes. Not a parameter: the router's are whole segments. */
export const SLUG = '{slug}'

/** The page of one trade; its address is the name of its file. */
const landingRoute = (id: LandingId) =>
  route({
    path: `/${id}`,
    file: 'client/landing/landing-page.tsx',
    component: () => import('#client/landing/landing-page.tsx'),
    load: landing.loadLanding(id),
    head: landing.headLanding,
    loadingLabel: 'Loading...',
    fallbackLink: toHome,
    frame: 'site',
  })

/** The whole contract of addresses (§2, decision 3). Any other path ends at `/`. */
export const routes = [
  route({
    path: pagePaths.home,
    file: 'client/home/home-page.tsx',
    component: () => import('#client/home/home-page.tsx'),
    load: home.loadHome,
    head: home.headHome,
    loadingLabel: 'Loading...',
    fallbackLink: toHome,
    frame: 'site',
  }),
  route({
    path: pagePaths.features,
    file: 'client/features/features-page.tsx',
    component: () => import('#client/features/features-page.tsx'),
    load: features.loadFeatures,
    head: features.headFeatures,
    loadingLabel: 'Loading...',
    fallbackLink: toHome,
    frame: 'site',
  }),
  route({
    path: pagePaths.pricing,
    file: 'client/pricing/pricing-page.tsx',
    component: () => import('#client/pricing/pricing-page.tsx'),
    load: pricing.loadPlans,
    head: pricing.headPricing,
    loadingLabel: 'Loading prices...',
    fallbackLink: { to: pagePaths.contact, label: 'Ask for a price' },
    frame: 'site',
  }),
  ...signUpRoutes,
  route({
    path: pagePaths.driverApp(SLUG),
    file: 'client/downloads/download-page.tsx',
    component: () => import('#client/downloads/download-page.tsx'),
    load: downloads.loadDriver,
    head: downloads.headApp,
    loadingLabel: 'Loading...',
    fallbackLink: toHome,
    frame: 'site',
  }),
  route({
    path: pagePaths.operatorApp(SLUG),
    file: 'client/downloads/download-page.tsx',
    component: () => import('#client/downloads/download-page.tsx'),
    load: downloads.loadOperator,
    head: downloads.headApp,
    loadingLabel: 'Loading...',
    fallbackLink: toHome,
    frame: 'site',
  }),
  route({
    path: pagePaths.contact,
    file: 'client/contact/contact-page.tsx',
    component: () => import('#client/contact/contact-page.tsx'),
    load: contact.loadContact,
    head: contact.headContact,
    loadingLabel: 'Loading...',
    fallbackLink: toHome,
    frame: 'site',
  }),
  route({
    path: pagePaths.learnMore,
    file: 'client/learn-more/learn-more-page.tsx',
    component: () => import('#client/learn-more/learn-more-page.tsx'),
    load: learnMore.loadLearnMore,
    head: learnMore.headLearnMore,
    loadingLabel: 'Loading...',
    fallbackLink: toHome,
    frame: 'site',
  }),
  landingRoute('bakery-erp'),
  landingRoute('milk-distribution'),
  landingRoute('sauce-erp'),
  landingRoute('importers'),
  landingRoute('distributors'),
  route({
    path: pagePaths.blog,
    file: 'client/blog/list-page.tsx',
    component: () => import('#client/blog/list-page.tsx'),
    load: blog.loadList,
    head: blog.headList,
    query: ['q', 'page'],
    loadingLabel: LOADING_LIST,
    fallbackLink: toHome,
    frame: 'site',
  }),
  route({
    path: pagePaths.post(param),
    file: 'client/blog/post-page.tsx',
    component: () => import('#client/blog/post-page.tsx'),
    load: blog.loadPost,
    head: blog.headPost,
    loadingLabel: 'Loading blog post...',
    fallbackLink: toBlog,
    frame: 'site',
  }),
  route({
    path: pagePaths.category(param),
    file: 'client/blog/term-page.tsx',
    component: () => import('#client/blog/term-page.tsx'),
    load: blog.loadCategory,
    head: blog.headCategory,
    query: ['page'],
    loadingLabel: LOADING_LIST,
    fallbackLink: toBlog,
    frame: 'site',
  }),
  route({
    path: pagePaths.tag(param),
    file: 'client/blog/term-page.tsx',
    component: () => import('#client/blog/term-page.tsx'),
    load: blog.loadTag,
    head: blog.headTag,
    query: ['page'],
    loadingLabel: LOADING_LIST,
    fallbackLink: toBlog,
    frame: 'site',
  }),
  ...adminRoutes,
]
