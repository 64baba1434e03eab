import type { PageProps } from '#client/lib/page-types.ts'
import { PostArticle } from '#client/ui/content/post-article.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { ButtonLink } from '#client/ui/form/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { pagePaths } from '#contract/paths.ts'
import { BackToBlog } from './back-to-blog.tsx'
import type { PostData } from './blog-data.ts'
import { Neighbours, RelatedPosts } from './more-posts.tsx'
import { NotFound } from './not-found.tsx'

const s = createStyled('post-screen')
const Foot = s('div')`
  display: grid;
  gap: 40px;
  margin-top: 48px;
  padding: 48px 0 var(--s-section);
  border-top: 1px solid var(--line);
`

/** `/blog/{id}` (§2). */
export default function PostScreen({ data: { post } }: PageProps<PostData>) {
  if (!post) return <NotFound what="post" />
  const foot = (
    <Foot>
      <Neighbours post={post} />
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
