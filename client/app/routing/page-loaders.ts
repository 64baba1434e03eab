/** The loaders and heads of all pages but the blog's. Every page ships this file, so it renders nothing. */
import type { AppId } from '#client/downloads/operating-system.ts'
import type { LandingData } from '#client/landing/landing-page.tsx'
import type { PageHead, RouteParams } from '#client/lib/page-types.ts'
import type { SignUp } from '#client/registration/fields.tsx'
import type { Api, CardPage } from '#contract/api.ts'
import type { LandingId } from '#contract/landing.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Plan, SiteInfo } from '#contract/site.ts'
import { tradeTags } from '#contract/trades.ts'

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

export const headAdmin =
  (title: string, canonicalPath: string) =>
  (_: null, { name }: SiteInfo): PageHead => ({
    title: `${title} – ${name}`,
    description: `For the people who run ${name}.`,
    canonicalPath,
    noindex: true,
  })

const NEWEST_POSTS = 3

export const loadHome = (api: Api) => api.cards({ page: 1, per_page: NEWEST_POSTS })

export const headHome = (_: CardPage, { name, description }: SiteInfo): PageHead => ({
  title: `${name} ERP: software for food businesses`,
  description,
  canonicalPath: pagePaths.home,
  offers: true,
  heroVideo: true,
})

export const loadPlans = (api: Pick<Api, 'plans'>): Promise<Plan[]> => api.plans()

export const headPricing = (_: Plan[], { name }: SiteInfo): PageHead => ({
  title: `Prices and editions | ${name}`,
  description: `The four editions of ${name} ERP side by side: users, clients, storage and features. Prices per person, per month; the first month is free.`,
  canonicalPath: pagePaths.pricing,
  image: 'pricing',
  offers: true,
})

export const loadLanding =
  (id: LandingId) =>
  async (api: Pick<Api, 'landing' | 'cards'>): Promise<LandingData> => {
    const [landing = null, { posts }] = await Promise.all([
      api.landing(id),
      api.cards({ per_page: NEWEST_POSTS, tag: tradeTags[id] }),
    ])
    return { id, landing, posts }
  }

export function headLanding({ id, landing }: LandingData, { name }: SiteInfo): PageHead {
  if (!landing) return { title: name, description: '', noindex: true, status: 404, redirectTo: pagePaths.home }
  const { title, description, questions } = landing
  return { title: `${title} | ${name}`, description, canonicalPath: `/${id}`, image: id, questions: questions.list }
}

export const loadApp = (app: AppId) => async () => app

export const headApp = (app: AppId, { name, slug }: SiteInfo): PageHead =>
  app === 'driver'
    ? {
        title: `Driver Pro: the app for your drivers | ${name}`,
        description: `Driver Pro is the ${name} app for the people who deliver. How your drivers get it.`,
        canonicalPath: pagePaths.driverApp(slug),
        image: 'driver-pro',
      }
    : {
        title: `Operator Pro: the app for the floor | ${name}`,
        description: `Operator Pro is the ${name} app for the people who make, fill and pack. How your operators get it.`,
        canonicalPath: pagePaths.operatorApp(slug),
        image: 'operator-pro',
      }

const LAST_PLAN = 4

/** `?plan=N`; invalid plans select the first. */
export async function loadSignUp(_: Api, { params: { token }, search }: RouteParams): Promise<SignUp> {
  const plan = Number(search.get('plan'))
  return {
    plan: plan > 1 && plan <= LAST_PLAN ? plan : 1,
    ...(token && { token: /^[\w-]{1,128}$/.test(token) ? 'given' : 'broken' }),
  }
}

/** An invalid token redirects to the page without one: visitors of a broken link still want the trial. */
export const headSignUp = ({ token }: SignUp, { name, trial_redirect }: SiteInfo): PageHead => ({
  title: `Register For ${name}`,
  description: `Start your free month of ${name}. No money down, no contracts: we set up your data for free and call you to learn how your week works.`,
  canonicalPath: pagePaths.tryForFree,
  image: 'sign-up',
  formRedirect: trial_redirect,
  ...(token && { noindex: true }),
  ...(token === 'broken' && { redirectTo: pagePaths.tryForFree }),
})
