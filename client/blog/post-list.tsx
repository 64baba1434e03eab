import { Badge } from '#client/ui/badge.tsx'
import { Container } from '#client/ui/container.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Pagination } from '#client/ui/pagination.tsx'
import { PostCard, PostGrid } from '#client/ui/post-card.tsx'
import { scoped } from '#client/ui/scoped.ts'
import type { CardPage } from '#contract/api.ts'
import { pageAddress } from './blog-data.ts'

const s = scoped('post-list')
const Section = s(Container)`
  display: grid;
  gap: 28px;
  padding-bottom: var(--s-section);
  & > nav { margin-top: 20px; }
`
const Heading = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 14px;
`

/** 'Latest Posts' with its count, the cards of one page, and the way to the others (§2). `path` is the address of page 1. */
export function PostList({ list: { posts, total, page, pages }, path }: { list: CardPage; path: string }) {
  return (
    <Section>
      <Heading>
        <h2>Latest Posts</h2>
        <Badge>{total === 1 ? '1 post' : `${total} posts`}</Badge>
      </Heading>
      {total === 0 ? (
        <EmptyState title="No blog posts yet">Check back soon for new content!</EmptyState>
      ) : (
        <PostGrid>
          {posts.map((post, index) => (
            <PostCard key={post.id} post={post} wide={page === 1 && index === 0} />
          ))}
        </PostGrid>
      )}
      <Pagination page={page} pages={pages} to={(number) => pageAddress(path, number)} label="Pages of posts" />
    </Section>
  )
}
