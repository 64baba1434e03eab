import type { ScreenProps } from '#client/api/page.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { PostArticle } from '#client/ui/post-article.tsx'
import { scoped } from '#client/ui/scoped.ts'
import { pagePaths } from '#contract/paths.ts'
import { BackToBlog } from './back-to-blog.tsx'
import type { PostData } from './blog-data.ts'
import { NotFound } from './not-found.tsx'

const s = scoped('post-screen')
const Foot = s('p')`
  margin-top: 48px;
  padding: 48px 0 var(--s-section);
  border-top: 1px solid var(--line);
`

/** `/blog/{id}` (§2). */
export default function PostScreen({ data: { post } }: ScreenProps<PostData>) {
  return post ? <PostArticle post={post} top={<BackToBlog />} foot={backToAll} /> : <NotFound what="post" />
}

const backToAll = (
  <Foot>
    <ButtonLink to={pagePaths.blog} variant="outline">
      <Icon name="arrow-left" size={18} /> Back to All Posts
    </ButtonLink>
  </Foot>
)
