import type { ScreenProps } from '#client/api/page.ts'
import { Lead, PageHead } from '#client/ui/page-head.tsx'
import type { CardPage } from '#contract/api.ts'
import { pagePaths } from '#contract/paths.ts'
import { isMissingPage } from './blog-data.ts'
import { NotFound } from './not-found.tsx'
import { PostList } from './post-list.tsx'

/** `/blog` (§2). */
export default function ListScreen({ data }: ScreenProps<CardPage>) {
  if (isMissingPage(data)) return <NotFound what="page" />
  return (
    <>
      <PageHead>
        <h1>Our Blog</h1>
        <Lead>Insights, updates, and stories from our team</Lead>
      </PageHead>
      <PostList list={data} path={pagePaths.blog} />
    </>
  )
}
