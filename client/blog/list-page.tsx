import type { PageProps } from '#client/lib/page-types.ts'
import { Lead, PageHead } from '#client/ui/content/page-head.tsx'
import { isMissingPage, type ListData, searchAddress } from './blog-data.ts'
import { NotFound } from './not-found.tsx'
import { PostList } from './post-list.tsx'
import { SearchField } from './search-field.tsx'

/** `/blog` (§2), and `/blog?q=` (issue 7). */
export default function ListScreen({ data }: PageProps<ListData>) {
  if (isMissingPage(data)) return <NotFound what="page" />
  return (
    <>
      <PageHead>
        <h1>Our Blog</h1>
        <Lead>Insights, updates, and stories from our team</Lead>
      </PageHead>
      <PostList list={data} path={searchAddress(data.q)} q={data.q}>
        <SearchField q={data.q ?? ''} />
      </PostList>
    </>
  )
}
