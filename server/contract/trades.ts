import type { LandingId } from '#contract/landing.ts'

/** The tag of the posts that are for the readers of a landing page. */
export const tradeTags = {
  'bakery-erp': 'bakery',
  'milk-distribution': 'milk',
  'sauce-erp': 'sauce',
  importers: 'importers',
  distributors: 'distributors',
} as const satisfies Record<LandingId, string>

/** The trade that a category or a tag is about. */
export const tradeOfTerm = (term: string): LandingId | undefined =>
  (Object.keys(tradeTags) as LandingId[]).find((id) => tradeTags[id] === term)
