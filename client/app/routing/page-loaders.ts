/** The loaders of all pages but the blog's. Every page ships this file, so it renders nothing. */
import type { AppId } from '#client/downloads/operating-system.ts'
import type { HomeData } from '#client/home/home-page.tsx'
import type { LandingData } from '#client/landing/landing-page.tsx'
import type { RouteParams } from '#client/lib/page-types.ts'
import type { PricingData } from '#client/pricing/pricing-page.tsx'
import type { SignUp } from '#client/registration/fields.tsx'
import type { Api } from '#contract/api.ts'
import type { PageTexts, PageTextsId } from '#contract/page-texts.ts'
import { type LandingId, trades } from '#contract/trades.ts'

/** Nothing, also on admin pages: their lists need the session token, which only the browser has. */
export const loadNothing = async (): Promise<null> => null

const NEWEST_POSTS = 3

/** Null where all texts are as they are shipped. */
export const loadTexts =
  <Id extends PageTextsId>(id: Id) =>
  (api: Pick<Api, 'pageTexts'>): Promise<PageTexts[Id] | null> =>
    api.pageTexts(id)

export async function loadHome(api: Pick<Api, 'cards' | 'pageTexts'>): Promise<HomeData> {
  const [cards, texts] = await Promise.all([api.cards({ page: 1, per_page: NEWEST_POSTS }), api.pageTexts('home')])
  return { ...cards, texts }
}

export async function loadPricing(api: Pick<Api, 'plans' | 'pageTexts'>): Promise<PricingData> {
  const [plans, texts] = await Promise.all([api.plans(), api.pageTexts('pricing')])
  return { plans, texts }
}

export const loadLanding =
  (id: LandingId) =>
  async (api: Pick<Api, 'landing' | 'cards'>): Promise<LandingData> => {
    const [landing = null, { posts }] = await Promise.all([
      api.landing(id),
      api.cards({ per_page: NEWEST_POSTS, tag: trades[id].tag }),
    ])
    return { id, landing, posts }
  }

export const loadApp = (app: AppId) => async () => app

const LAST_PLAN = 4

/** `?plan=N`; invalid plans select the first. The form does not need the prices, and opens without them. */
export async function loadSignUp(api: Pick<Api, 'plans'>, { params: { token }, search }: RouteParams): Promise<SignUp> {
  const plan = Number(search.get('plan'))
  return {
    plans: await api.plans().catch(() => []),
    plan: plan > 1 && plan <= LAST_PLAN ? plan : 1,
    ...(token && { token: /^[\w-]{1,128}$/.test(token) ? 'given' : 'broken' }),
  }
}
