import type { DocumentHead, PageProps } from '#client/lib/page-types.ts'
import { ArrowLink } from '#client/ui/base/button.tsx'
import { Lead, PageHead } from '#client/ui/base/layout.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import { readersOf } from '#contract/trades.ts'
import { pageAddress, termPath } from './addresses.ts'
import type { TermData } from './blog-data.ts'
import { BackToBlog } from './blog-links.tsx'
import { CategoryBar } from './category-bar.tsx'
import { isMissingPage, listHead } from './list-head.ts'
import { loadSuggestions, missingHead, NotFound } from './not-found.tsx'
import { PostList } from './post-list.tsx'

const s = createStyled('term')
const Kind = s('p')`
  margin: 22px 0 8px;
  color: var(--secondary-ink);
  font-size: var(--t-small);
  font-weight: 640;
`
const Trade = s(ArrowLink)`
  margin-top: 12px;
`

export const loadParts = loadSuggestions

export function head({ kind, asked, found }: TermData, site: SiteInfo): DocumentHead {
  if (!found) return missingHead(kind, site)
  const { id, name, description } = found.name
  const title = `Posts ${kind === 'Category' ? 'in' : 'about'} ${name}`
  const path = termPath(kind, id)
  return {
    ...listHead(found.list, site, title, path, description ?? `${title} on the ${site.name} blog.`),
    ...(id !== asked && { redirectTo: pageAddress(path, found.list.page) }),
  }
}

export default function TermPage({ data: { kind, found, trade }, site }: PageProps<TermData>) {
  if (!found || isMissingPage(found.list)) return <NotFound what={found ? 'page' : kind} />
  const path = termPath(kind, found.name.id)
  return (
    <>
      <PageHead>
        <BackToBlog />
        <Kind>{kind}</Kind>
        <h1>{found.name.name}</h1>
        {found.name.description && <Lead>{found.name.description}</Lead>}
        {trade && <Trade to={pagePaths.landing(trade)}>{`${site.name} for ${readersOf(trade)}`}</Trade>}
      </PageHead>
      <PostList list={found.list} path={path} bar={<CategoryBar categories={found.categories} current={path} />} />
    </>
  )
}
