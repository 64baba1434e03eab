import type { Trade } from '#client/mockups/samples.ts'
import { PostCard } from '#client/ui/content/post-card.tsx'
import { ArrowLink } from '#client/ui/form/button.tsx'
import { Container, Section } from '#client/ui/layout.tsx'
import { createStyled } from '#client/ui/styles.ts'
import { pagePaths } from '#contract/paths.ts'
import type { PostCard as Post } from '#contract/posts.ts'

/** The newest posts with the trade's tag. */
export const TradePosts = ({ posts, trade }: { posts: readonly Post[]; trade: Trade }) => (
  <Section data-print="hidden">
    <Container>
      <Heading>
        <h2>From our blog</h2>
        <ArrowLink to={pagePaths.tag(trade)}>All posts for your trade</ArrowLink>
      </Heading>
      <Posts>
        {posts.map((post) => (
          <PostCard key={post.id} post={post} />
        ))}
      </Posts>
    </Container>
  </Section>
)

const s = createStyled('trade-posts')
const Heading = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 4px 24px;
  margin-bottom: 28px;
`
/** Fewer than three posts, or the last one in a row of its own, leave no hole. */
const Posts = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 24px;
  & > * { flex: 1 1 min(100%, 320px); }
  & > :only-child { max-width: 588px; }
`
