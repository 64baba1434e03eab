import type { Trade } from '#client/mockups/samples.ts'
import type { LandingId } from '#contract/landing.ts'

/** The trade of each page, which is also the tag of its posts. */
export const trades: Record<LandingId, Trade> = {
  'bakery-erp': 'bakery',
  'milk-distribution': 'milk',
  'sauce-erp': 'sauce',
  importers: 'importers',
  distributors: 'distributors',
}
