import type { PageHead } from '#client/lib/page-types.ts'
import type { Plan } from '#contract/plans.ts'
import type { SiteFacts } from '#contract/site.ts'

/** What a document's tags are made of beside the page's own head. */
export type HeadDeps = {
  /** Address of a file of client/static; `undefined` where there is none. */
  statics: (name: string) => string | undefined
  /** Origin of absolute addresses; without it the tags that need one are left out. Never that of a request. */
  publicUrl: string | undefined
  /** Address of the file with both themes whole. */
  themes: string
}

/** What was asked for the head alone. */
export type HeadMore = {
  /** Stored path of the picture that was drawn for the post; `undefined` as long as there is none. */
  card?: string | undefined
  /** Prices of the editions, where the page is about the software. */
  plans?: readonly Plan[]
}

/** A page's head and all that its tags are made of. */
export type HeadContext = HeadMore & { head: PageHead; site: SiteFacts; deps: HeadDeps }

/** A page's title without the site's name behind it. */
export const plainTitle = ({ head, site }: Pick<HeadContext, 'head' | 'site'>) =>
  head.title.replace(` | ${site.name}`, '')
