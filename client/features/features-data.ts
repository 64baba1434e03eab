/** What the features page loads, and what stands in its head. */
import type { PageHead } from '#client/lib/page-types.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteFacts } from '#contract/site.ts'

export const loadFeatures = async () => null

export const headFeatures = (_: null, { name }: SiteFacts): PageHead => ({
  title: `Features | ${name}`,
  description:
    'Orders, production, packaging, shipping, inventory, accounts receivable and statistics in one system, with client ownership, an employee management tree and user groups.',
  canonicalPath: pagePaths.features,
  image: 'features',
})
