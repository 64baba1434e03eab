import type { Trade } from '#client/mockups/samples.ts'
import type { LandingId } from '#contract/landing.ts'

/** Whose samples the product screens of a page show. */
export const trades: Record<LandingId, Trade> = {
  'bakery-erp': 'bakery',
  'milk-distribution': 'milk',
  'sauce-erp': 'sauce',
  importers: 'importers',
  distributors: 'distributors',
}
