import { type ReactNode, use } from 'react'
import { LoadFailedContext } from '#client/lib/loading.ts'
import { TextLink } from '#client/ui/base/button.tsx'
import { Container } from '#client/ui/base/layout.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Badge } from '#client/ui/content/chip.tsx'
import { EmptyState } from '#client/ui/content/empty-state.tsx'
import { Pagination } from '#client/ui/content/pagination.tsx'
import { PostGrid } from '#client/ui/content/post-grid.tsx'
import type { CardPage } from '#contract/api.ts'
import { pagePaths } from '#contract/paths.ts'
import type { PostCard } from '#contract/posts.ts'
import { pageAddress } from './addresses.ts'

const s = createStyled('post-list')
/** Highlights are lower than the letters' box, which would cover the line below in a title. */
const Section = s(Container)`
  display: grid;
  gap: 28px;
  padding-bottom: var(--s-section);
  & > nav { margin-top: 20px; }
  & mark { background: linear-gradient(var(--wed), var(--wed)) 0 60% / 100% 76% no-repeat; color: var(--on-day); }
`
const Heading = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 14px;
  & > form { margin-left: auto; }
`

type Props = {
  list: CardPage
  path: string
  q?: string | undefined
  /** Offered below a search without a result. */
  newest?: readonly PostCard[] | undefined
  /** Below the heading. */
  bar?: ReactNode
  children?: ReactNode
}

export function PostList({ list: { posts, total, page, pages }, path, q, newest = [], bar, children }: Props) {
  const failed = use(LoadFailedContext)
  return (
    <Section>
      <Heading>
        <h2>{failed ? 'Posts' : q ? 'Search results' : 'Latest Posts'}</h2>
        {!failed && <Badge role="status">{total === 1 ? '1 post' : `${total} posts`}</Badge>}
        {children}
      </Heading>
      {bar}
      {failed ? (
        <p role="alert">Loading failed. Trying again…</p>
      ) : total === 0 ? (
        q ? (
          <>
            <EmptyState title="No post has all of these words">
              Try fewer or other words, or <TextLink to={pagePaths.blog}>see all posts</TextLink>
            </EmptyState>
            {newest.length > 0 && (
              <>
                <h2>Newest posts</h2>
                <PostGrid posts={newest} />
              </>
            )}
          </>
        ) : (
          <EmptyState title="No blog posts yet">Check back soon for new content!</EmptyState>
        )
      ) : (
        <PostGrid posts={posts} lead={!q && page === 1} />
      )}
      {!failed && (
        <Pagination page={page} pages={pages} to={(number) => pageAddress(path, number)} label="Pages of posts" />
      )}
    </Section>
  )
}
