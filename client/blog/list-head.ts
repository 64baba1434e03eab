import type { DocumentHead } from '#client/lib/page-types.ts'
import type { CardPage } from '#contract/api.ts'
import type { SiteInfo } from '#contract/site.ts'
import { pageAddress } from './addresses.ts'
import { missingHead } from './not-found.tsx'

/** Page 1 of an empty list exists (the empty state); later ones do not. */
export const isMissingPage = ({ posts, page }: CardPage) => page > 1 && posts.length === 0

export function listHead(
  list: CardPage,
  site: SiteInfo,
  title: string,
  path: string,
  description: string,
): DocumentHead {
  if (isMissingPage(list)) return missingHead('Page', site)
  return {
    title: `${title}${list.page > 1 ? `, page ${list.page}` : ''} | ${site.name}`,
    description,
    canonicalPath: pageAddress(path, list.page),
    image: 'blog',
    list,
  }
}
