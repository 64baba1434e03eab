import { Link } from 'react-router-dom'
import { Day } from '#client/ui/brand/day.tsx'
import { Container } from '#client/ui/container.tsx'
import { PostImage } from '#client/ui/content/post-image.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { TextLink } from '#client/ui/text-link.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { PostPage, RelatedPost } from '#contract/posts.ts'

const s = createStyled('more-posts')
const Related = s(Container)`
  padding-bottom: var(--s-section);
  & ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(340px, 100%), 1fr)); gap: 24px; margin-top: 24px; }
  & a { font-weight: 640; }
  & img { margin-bottom: 14px; border-radius: var(--r-lg); }
  & time { display: block; color: var(--text-2); font-size: var(--t-small); }
`

/** The posts published right before and right after this one. */
export const Neighbours = ({ post: { previous, next } }: { post: PostPage }) => (
  <nav aria-label="Previous and next post">
    {previous && <p>Previous: {linkTo(previous)}</p>}
    {next && <p>Next: {linkTo(next)}</p>}
  </nav>
)

const linkTo = ({ id, title }: { id: string; title: string }) => <TextLink to={pagePaths.post(id)}>{title}</TextLink>

/** Posts that a reader of this one may like; nothing where there is none. */
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
