import type { Trade } from '#client/mockups/samples.ts'
import { ArrowLink } from '#client/ui/base/button.tsx'
import { TitledSection } from '#client/ui/base/layout.tsx'
import { PostGrid } from '#client/ui/content/post-grid.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { PostCard } from '#contract/posts.ts'

/** The newest posts with the trade's tag. */
export const TradePosts = ({ posts, trade }: { posts: readonly PostCard[]; trade: Trade }) => (
  <TitledSection title="From our blog">
    <PostGrid posts={posts} />
    <p>
      <ArrowLink to={pagePaths.tag(trade)}>All posts for your trade</ArrowLink>
    </p>
  </TitledSection>
)
