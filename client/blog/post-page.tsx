import type { DocumentHead, PageProps } from '#client/lib/page-types.ts'
import { ButtonLink, TextLink } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { AuthorName } from '#client/ui/content/author-name.tsx'
import { PostArticle } from '#client/ui/content/post-article.tsx'
import { Day } from '#client/ui/content/post-facts.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { PostLink, PostPage } from '#contract/posts.ts'
import type { SiteInfo } from '#contract/site.ts'
import type { PostData } from './blog-data.ts'
import { BackToBlog, FeedLink } from './blog-links.tsx'
import { loadSuggestions, missingHead, NotFound } from './not-found.tsx'

export function head({ asked, post }: PostData, site: SiteInfo): DocumentHead {
  if (!post) return missingHead('Post', site)
  return {
    title: post.seo_title ?? `${post.title} | ${site.name}`,
    canonical: post.canonical,
    description: post.description || site.description,
    canonicalPath: pagePaths.post(post.id),
    image: 'blog',
    article: post,
    ...(post.unlisted && { noindex: true }),
    ...(post.id !== asked && { redirectTo: pagePaths.post(post.id) }),
  }
}

export default function BlogPostPage({ data: { post, newest }, site: { name } }: PageProps<PostData>) {
  if (!post) return <NotFound what="post" newest={newest} />
  const foot = (
    <Foot>
      <Signature post={post} name={name} />
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
      <BelowPost post={post} name={name} />
    </>
  )
}

const BelowPost = lazyPart(() => import('./below-post.tsx'))
export const loadParts = () => Promise.all([BelowPost.load(), loadSuggestions()])

/** Author and date of a public post, and the feed. A post without an author is the team's. */
export const Signature = ({ post, name }: { post: PostPage; name: string }) => (
  <Line>
    {post.state === 'live' && (
      <p>
        Published <Day date={post.date} /> {post.author ? <AuthorName post={post} /> : `by the ${name} team`}
      </p>
    )}
    <FeedLink of={pagePaths.blog} label="Get new posts in your feed reader" />
  </Line>
)

export const AdjacentPosts = ({ post: { previous, next } }: { post: PostPage }) => (
  <nav aria-label="Previous and next post">
    {previous && <p>Previous: {linkTo(previous)}</p>}
    {next && <p>Next: {linkTo(next)}</p>}
  </nav>
)

const linkTo = ({ id, title, lang }: PostLink) => (
  <TextLink to={pagePaths.post(id)} dir="auto" lang={lang}>
    {title}
  </TextLink>
)

const s = createStyled('post-page')
const Foot = s('div')`
  display: grid;
  gap: 32px;
  margin-top: 48px;
  & > nav { display: grid; gap: 12px; }
  padding: 28px 0 var(--s-section);
  border-top: 1px solid var(--line);
`
const Line = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 4px 24px;
  color: var(--text-2);
`
