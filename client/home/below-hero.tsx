import { ClosingCallToAction } from '#client/ui/brand/closing-call-to-action.tsx'
import type { PostCard } from '#contract/posts.ts'
import { ContactButton } from './contact-button.tsx'
import { Founder } from './founder.tsx'
import { LatestPosts } from './latest-posts.tsx'
import { NineParts } from './nine-parts.tsx'
import { OneOrder } from './one-order.tsx'
import { Overview } from './overview.tsx'
import { Plugins } from './plugins.tsx'
import { Trades } from './trades.tsx'
import { WholeWeek } from './whole-week.tsx'

/** The home page below its film (§2). */
export default function BelowHero({ name, posts }: { name: string; posts: PostCard[] }) {
  return (
    <>
      <WholeWeek name={name} />
      <NineParts />
      <Overview />
      <OneOrder name={name} />
      <Founder name={name} />
      <Plugins />
      {posts.length > 0 && <LatestPosts posts={posts} />}
      <Trades />
      <ClosingCallToAction
        title="Try it with your own orders"
        text="Send us your product list and a week of orders. We set up the data and the first month is free."
        goods={['loaf', 'jar']}
      >
        <ContactButton name={name} />
      </ClosingCallToAction>
    </>
  )
}
