import type { PageHead } from '#client/lib/page-types.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteFacts } from '#contract/site.ts'

/** All that the page shows stands in site.yml, which every page has. */
export const loadContact = async (): Promise<null> => null

export const headContact = (_: null, { name }: SiteFacts): PageHead => ({
  title: `Contact Us | ${name}`,
  description: `Tell us how your week works: write to ${name} or call. We set up your data for free, and the first month is free too.`,
  canonicalPath: pagePaths.contact,
  image: 'contact-us',
})
