import { Link } from 'react-router-dom'
import type { PageProps } from '#client/lib/page-types.ts'
import { PostArticle } from '#client/ui/content/post-article.tsx'
import { Day } from '#client/ui/content/post-card.tsx'
import { PostImage } from '#client/ui/content/post-image.tsx'
import { ButtonLink, TextLink } from '#client/ui/form/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Container } from '#client/ui/layout.tsx'
import { createStyled } from '#client/ui/styles.ts'
import { pagePaths } from '#contract/paths.ts'
import type { PostPage, RelatedPost } from '#contract/posts.ts'
import type { PostData } from './blog-data.ts'
import { BackToBlog, NotFound } from './not-found.tsx'

export default function BlogPostPage({ data: { post } }: PageProps<PostData>) {
  if (!post) return <NotFound what="post" />
  const foot = (
    <Foot data-print="hidden">
      <AdjacentPosts post={post} />
      <div>
        <ButtonLink to={pagePaths.blog} variant="outline">
          <Icon name="arrow-left" size={18} /> Back to All Posts
        </ButtonLink>
      </div>
    </Foot>
  )
  return (
    <>
      <PostArticle post={post} top={<BackToBlog />} foot={foot} />
      <RelatedPosts posts={post.related} />
    </>
  )
}

export const AdjacentPosts = ({ post: { previous, next } }: { post: PostPage }) => (
  <nav aria-label="Previous and next post">
    {previous && <p>Previous: {linkTo(previous)}</p>}
    {next && <p>Next: {linkTo(next)}</p>}
  </nav>
)

const linkTo = ({ id, title }: { id: string; title: string }) => <TextLink to={pagePaths.post(id)}>{title}</TextLink>

export const RelatedPosts = ({ posts }: { posts: readonly RelatedPost[] }) =>
  posts.length > 0 && (
    <Related>
      <h2>Related posts</h2>
      <ul>
        {posts.map(({ id, title, date, picture }) => (
          <li key={id}>
            <Link to={pagePaths.post(id)}>
              {picture && <PostImage picture={picture} sizes="(max-width: 760px) 92vw, 384px" />}
              {title}
            </Link>
            <Day date={date} />
          </li>
        ))}
      </ul>
    </Related>
  )

const s = createStyled('post-page')
const Foot = s('div')`
  display: grid;
  gap: 40px;
  margin-top: 48px;
  padding: 48px 0 var(--s-section);
  border-top: 1px solid var(--line);
`
const Related = s(Container)`
  padding-bottom: var(--s-section);
  & ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(340px, 100%), 1fr)); gap: 24px; margin-top: 24px; }
  & a { font-weight: 640; }
  & img { margin-bottom: 14px; border-radius: var(--r-lg); }
  & time { display: block; color: var(--text-2); font-size: var(--t-small); }
`
