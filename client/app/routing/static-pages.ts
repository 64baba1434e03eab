/** What the pages without data of their own load, and their heads. Every page ships this file. */
import type { PageHead } from '#client/lib/page-types.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'

/** Nothing, also on admin pages: their lists need the session token, which only the browser has. */
export const loadNothing = async (): Promise<null> => null

export const headFeatures = (_: null, { name }: SiteInfo): PageHead => ({
  title: `Features | ${name}`,
  description:
    'Orders, production, packaging, shipping, inventory, accounts receivable and statistics in one system, with client ownership, an employee management tree and user groups.',
  canonicalPath: pagePaths.features,
  image: 'features',
})

export const headContact = (_: null, { name }: SiteInfo): PageHead => ({
  title: `Contact Us | ${name}`,
  description: `Tell us how your week works: write to ${name} or call. We set up your data for free, and the first month is free too.`,
  canonicalPath: pagePaths.contact,
  image: 'contact-us',
})

export const headLearnMore = (_: null, { name }: SiteInfo): PageHead => ({
  title: `How you get from spreadsheets to ${name} | ${name}`,
  description:
    'Five steps from the first call to your own orders on one system: we listen, load your data, customize the software, and you run a month free.',
  canonicalPath: pagePaths.learnMore,
  image: 'learn-more',
})

export const headWelcome = (_: null, { name }: SiteInfo): PageHead => ({
  title: `Welcome | ${name}`,
  description: `Your free month of ${name} is on its way: what happens next, and how to reach us.`,
  noindex: true,
})

const adminHead =
  (title: string, canonicalPath: string, readers: (name: string) => string) =>
  (_: null, { name }: SiteInfo): PageHead => ({
    title: `${title} – ${name}`,
    description: `For the people who ${readers(name)}.`,
    canonicalPath,
    noindex: true,
  })
const writers = (name: string) => `write the ${name} blog`

export const headLogin = adminHead('Admin Login', pagePaths.adminLogin, writers)
export const headDashboard = adminHead('Blog Management Dashboard', pagePaths.adminBlog, writers)
export const headLeads = adminHead('Leads', pagePaths.adminLeads, (name) => `answer who writes to ${name}`)
