import type { PageProps } from '#client/lib/page-types.ts'
import { Lead, PageHead } from '#client/ui/layout.tsx'
import { createStyled } from '#client/ui/styles.ts'
import { isMissingPage, type TermData, termPath } from './blog-data.ts'
import { BackToBlog, NotFound } from './not-found.tsx'

import { PostList } from './post-list.tsx'

const s = createStyled('term')
const Kind = s('p')`
  margin: 22px 0 8px;
  color: var(--secondary-ink);
  font-size: var(--t-small);
  font-weight: 640;
`

export default function TermPage({ data: { kind, found } }: PageProps<TermData>) {
  if (!found || isMissingPage(found.list)) return <NotFound what={found ? 'page' : kind} />
  return (
    <>
      <PageHead>
        <BackToBlog />
        <Kind>{kind}</Kind>
        <h1>{found.name.name}</h1>
        {found.name.description && <Lead>{found.name.description}</Lead>}
      </PageHead>
      <PostList list={found.list} path={termPath(kind, found.name.id)} />
    </>
  )
}
