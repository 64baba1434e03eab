import type { PageProps } from '#client/lib/page-types.ts'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import type { CardPage } from '#contract/api.ts'
import { Hero, HeroVideo } from './hero.tsx'

const BelowHero = lazyPart(() => import('./below-hero.tsx'))
export const loadParts = () => Promise.all([HeroVideo.load(), BelowHero.load()])

/** `/`. The video and the part below the hero are separate chunks. */
export default function HomePage({ data, site: { name } }: PageProps<CardPage>) {
  return (
    <>
      <Hero name={name} />
      <BelowHero name={name} posts={data.posts} />
    </>
  )
}
