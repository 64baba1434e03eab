import { type ReactNode, use } from 'react'
import { LoadFailed } from '#client/lib/loading.ts'
import { Badge } from '#client/ui/content/chip.tsx'
import { EmptyState } from '#client/ui/content/empty-state.tsx'
import { Pagination } from '#client/ui/content/pagination.tsx'
import { PostCard, PostGrid } from '#client/ui/content/post-card.tsx'
import { SanitizedHtml } from '#client/ui/content/sanitized-html.tsx'
import { TextLink } from '#client/ui/form/button.tsx'
import { Container } from '#client/ui/layout.tsx'
import { createStyled } from '#client/ui/styles.ts'
import type { CardPage } from '#contract/api.ts'
import { pagePaths } from '#contract/paths.ts'
import type { PostCard as Post } from '#contract/posts.ts'
import { pageAddress } from './blog-data.ts'

const s = createStyled('post-list')
const Section = s(Container)`
  display: grid;
  gap: 28px;
  padding-bottom: var(--s-section);
  & > nav { margin-top: 20px; }
  & mark { border-radius: 3px; background: var(--wed); color: var(--on-day); }
`
const Heading = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 14px;
`

type Props = {
  list: CardPage
  path: string
  q?: string | undefined
  children?: ReactNode
}

export function PostList({ list: { posts, total, page, pages }, path, q, children }: Props) {
  const failed = use(LoadFailed)
  return (
    <Section>
      <Heading>
        <h2>{failed ? 'Posts' : q ? 'Search results' : 'Latest Posts'}</h2>
        {!failed && <Badge role="status">{total === 1 ? '1 post' : `${total} posts`}</Badge>}
        {children}
      </Heading>
      {failed ? (
        <p role="alert">Loading failed. Trying again…</p>
      ) : total === 0 ? (
        q ? (
          <EmptyState title="No post has all of these words">
            Try fewer or other words, or <TextLink to={pagePaths.blog}>see all posts</TextLink>
          </EmptyState>
        ) : (
          <EmptyState title="No blog posts yet">Check back soon for new content!</EmptyState>
        )
      ) : (
        <PostGrid>
          {posts.map((post, index) => (
            <PostCard key={post.id} post={post} wide={!q && page === 1 && index === 0} {...marked(post)} />
          ))}
        </PostGrid>
      )}
      {!failed && (
        <Pagination page={page} pages={pages} to={(number) => pageAddress(path, number)} label="Pages of posts" />
      )}
    </Section>
  )
}

const marked = (post: Post) =>
  post.found && {
    post: { ...post, summary: post.found.text },
    title: <SanitizedHtml as="span" html={post.found.title} />,
  }
