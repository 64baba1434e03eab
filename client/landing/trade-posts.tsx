import type { Trade } from '#client/mockups/samples.ts'
import { PostCard } from '#client/ui/content/post-card.tsx'
import { ArrowLink } from '#client/ui/form/button.tsx'
import { Container } from '#client/ui/layout.tsx'
import { createStyled } from '#client/ui/styles.ts'
import { pagePaths } from '#contract/paths.ts'
import type { PostCard as Post } from '#contract/posts.ts'

const titles: Record<Trade, string> = {
  bakery: 'For bakers, from our blog',
  milk: 'For milk routes, from our blog',
  sauce: 'For sauce makers, from our blog',
  importers: 'For importers, from our blog',
  distributors: 'For distributors, from our blog',
}

/** The newest posts with the trade's tag. */
export const TradePosts = ({ posts, trade }: { posts: readonly Post[]; trade: Trade }) => (
  <Section as="section">
    <Heading>
      <h2>{titles[trade]}</h2>
      <ArrowLink to={pagePaths.tag(trade)}>All of these posts</ArrowLink>
    </Heading>
    <Posts>
      {posts.map((post) => (
        <PostCard key={post.id} post={post} />
      ))}
    </Posts>
  </Section>
)

const s = createStyled('trade-posts')
const Section = s(Container)`
  padding-block: var(--s-section);
`
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
