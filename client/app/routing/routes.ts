import * as blog from '#client/blog/blog-data.ts'
import { pagePaths } from '#contract/paths.ts'
import { type LandingId, landingIds } from '#contract/trades.ts'
import * as pages from './page-loaders.ts'
import { type AnyRoute, type Route, route, SLUG } from './route.ts'

const param = ':id'
const blogPage = { loadingLabel: 'Loading blog posts...', fallbackLink: { to: pagePaths.blog, label: 'Back to Blog' } }

const signUpPage = (path: string) =>
  route({
    path,
    file: 'client/registration/registration-page.tsx',
    component: () => import('#client/registration/registration-page.tsx'),
    load: pages.loadSignUp,
    query: ['plan'],
    // The form appends its token to the URL without the router, which sees another URL at the next link to a part of the page.
    mount: 'sign-up',
    fallbackLink: { to: pagePaths.pricing, label: 'Back to Pricing' },
  })
const downloadPage = (path: string, load: ReturnType<typeof pages.loadApp>) =>
  route({
    path,
    file: 'client/downloads/download-page.tsx',
    component: () => import('#client/downloads/download-page.tsx'),
    load,
  })
const landingPage = (id: LandingId) =>
  route({
    path: pagePaths.landing(id),
    file: 'client/landing/landing-page.tsx',
    component: () => import('#client/landing/landing-page.tsx'),
    load: pages.loadLanding(id),
  })
const termPage = (path: string, load: Route<blog.TermData>['load']) =>
  route({
    ...blogPage,
    path,
    file: 'client/blog/term-page.tsx',
    component: () => import('#client/blog/term-page.tsx'),
    load,
    query: ['page'],
  })

/** Every URL that shows a page to visitors. Any other path redirects to `/`, except the pages of administrators. */
export const siteRoutes: readonly AnyRoute[] = [
  route({
    path: pagePaths.home,
    file: 'client/home/home-page.tsx',
    component: () => import('#client/home/home-page.tsx'),
    load: pages.loadHome,
  }),
  route({
    path: pagePaths.features,
    file: 'client/features/features-page.tsx',
    component: () => import('#client/features/features-page.tsx'),
    load: pages.loadTexts('features'),
  }),
  route({
    path: pagePaths.pricing,
    file: 'client/pricing/pricing-page.tsx',
    component: () => import('#client/pricing/pricing-page.tsx'),
    load: pages.loadPricing,
    loadingLabel: 'Loading prices...',
    fallbackLink: { to: pagePaths.contact, label: 'Ask for a price' },
  }),
  signUpPage(pagePaths.tryForFree),
  signUpPage(`${pagePaths.tryForFree}/:token`),
  route({
    path: pagePaths.welcome,
    file: 'client/welcome/welcome-page.tsx',
    component: () => import('#client/welcome/welcome-page.tsx'),
    load: pages.loadNothing,
  }),
  downloadPage(pagePaths.driverApp(SLUG), pages.loadApp('driver')),
  downloadPage(pagePaths.operatorApp(SLUG), pages.loadApp('operator')),
  route({
    path: pagePaths.contact,
    file: 'client/contact/contact-page.tsx',
    component: () => import('#client/contact/contact-page.tsx'),
    load: pages.loadNothing,
  }),
  route({
    path: pagePaths.learnMore,
    file: 'client/learn-more/learn-more-page.tsx',
    component: () => import('#client/learn-more/learn-more-page.tsx'),
    load: pages.loadTexts('learn-more'),
  }),
  ...landingIds.map(landingPage),
  route({
    path: pagePaths.blog,
    file: 'client/blog/list-page.tsx',
    component: () => import('#client/blog/list-page.tsx'),
    load: blog.loadList,
    query: ['q', 'page'],
    loadingLabel: blogPage.loadingLabel,
  }),
  route({
    ...blogPage,
    path: pagePaths.post(param),
    file: 'client/blog/post-page.tsx',
    component: () => import('#client/blog/post-page.tsx'),
    load: blog.loadPost,
    loadingLabel: 'Loading blog post...',
  }),
  termPage(pagePaths.category(param), blog.loadCategory),
  termPage(pagePaths.tag(param), blog.loadTag),
  route({
    ...blogPage,
    path: pagePaths.author(param),
    file: 'client/blog/author-page.tsx',
    component: () => import('#client/blog/author-page.tsx'),
    load: blog.loadAuthor,
    query: ['page'],
  }),
]
