import type { PageHead } from '#client/lib/page-types.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteFacts } from '#contract/site.ts'

/** The page is the same for everybody, and holds no data. */
export const loadLearnMore = async (): Promise<null> => null

export const headLearnMore = (_: null, { name }: SiteFacts): PageHead => ({
  title: `How you get from spreadsheets to ${name} | ${name}`,
  description:
    'Five steps from the first call to your own orders on one system: we listen, load your data, customize the software, and you run a month free.',
  canonicalPath: pagePaths.learnMore,
  image: 'learn-more',
})
