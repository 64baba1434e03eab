import type { PageProps } from '#client/lib/page-types.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import type { CardPage } from '#contract/api.ts'
import { Hero } from './hero.tsx'

const BelowHero = lazyPart(() => import('./below-hero.tsx'))
export const loadParts = BelowHero.load

/** `/`. The part below the hero is a separate chunk. */
export default function HomePage({ data, site: { name } }: PageProps<CardPage>) {
  return (
    <>
      <Hero name={name} />
      <BelowHero name={name} posts={data.posts} />
    </>
  )
}
