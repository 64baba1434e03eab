/** What the pricing page loads, and its head. Every page ships this file. */
import type { PageHead } from '#client/lib/page-types.ts'
import type { Api } from '#contract/api.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Plan } from '#contract/plans.ts'
import type { SiteInfo } from '#contract/site.ts'

export const loadPlans = (api: Pick<Api, 'plans'>): Promise<Plan[]> => api.plans()

export const headPricing = (_: Plan[], { name }: SiteInfo): PageHead => ({
  title: `Prices and editions | ${name}`,
  description: `The four editions of ${name} ERP side by side: users, clients, storage and features. Prices per person, per month; the first month is free.`,
  canonicalPath: pagePaths.pricing,
  image: 'pricing',
  offers: true,
})
