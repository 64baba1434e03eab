import type { DocumentHead, PageProps } from '#client/lib/page-types.ts'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import type { Landing } from '#contract/landing.ts'
import { pagePaths } from '#contract/paths.ts'
import type { PostCard } from '#contract/posts.ts'
import type { SiteInfo } from '#contract/site.ts'
import { type LandingId, trades } from '#contract/trades.ts'
import { Hero } from './hero.tsx'

/** `landing` is `null` if the file is missing or invalid, so the page does not exist. */
export type LandingData = {
  id: LandingId
  landing: Landing | null
  /** The newest posts with the tag of the trade. */
  posts: PostCard[]
}

const TradeSections = lazyPart(() => import('./trade-sections.tsx'))
export const loadParts = TradeSections.load

export function head({ id, landing }: LandingData, { name }: SiteInfo): DocumentHead {
  if (!landing) return { title: name, description: '', noindex: true, status: 404, redirectTo: pagePaths.home }
  const { title, description, questions } = landing
  return {
    title: `${title} | ${name}`,
    description,
    canonicalPath: pagePaths.landing(id),
    image: id,
    questions: questions.list,
  }
}

/** A landing page: one component for five routes, with the copy of content/landings. The part below the hero is a separate chunk. */
export default function LandingPage({ data: { id, landing, posts }, site }: PageProps<LandingData>) {
  if (!landing) return null
  const trade = trades[id].tag
  return (
    <>
      <Hero hero={landing.hero} trade={trade} name={site.name} />
      <TradeSections landing={landing} trade={trade} posts={posts} site={site} />
    </>
  )
}
