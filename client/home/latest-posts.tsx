import { Container } from '#client/ui/container.tsx'
import { PostCard, PostGrid } from '#client/ui/content/post-card.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { Icon } from '#client/ui/icon.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { PostCard as Post } from '#contract/posts.ts'

const s = createStyled('latest-posts')
const Section = s(Container)`
  padding-block: 24px var(--s-section);
`
const Heading = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 4px 24px;
  margin-bottom: 28px;
`

export const LatestPosts = ({ posts }: { posts: Post[] }) => (
  <Section>
    <Heading>
      <h2>Latest posts</h2>
      <TextLink to={pagePaths.blog}>
        All posts <Icon name="arrow-right" size={18} />
      </TextLink>
    </Heading>
    <PostGrid>
      {posts.map((post) => (
        <PostCard key={post.id} post={post} />
      ))}
    </PostGrid>
  </Section>
)
