import type { PageHead } from '#client/lib/page-types.ts'
import type { SiteFacts } from '#contract/site.ts'

/** The same for everyone: nothing personal is in the address or on the page. */
export const loadWelcome = async (): Promise<null> => null

export const headWelcome = (_: null, { name }: SiteFacts): PageHead => ({
  title: `Welcome | ${name}`,
  description: `Your free month of ${name} is on its way: what happens next, and how to reach us.`,
  noindex: true,
})
