import type { PageProps } from '#client/lib/page-types.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import type { CardPage } from '#contract/api.ts'
import { Hero } from './hero.tsx'

const BelowHero = lazyPart(() => import('./below-hero.tsx'))
export const loadParts = BelowHero.load

/** `/`. What is below the hero is not needed at the start. */
export default function HomeScreen({ data, site: { name } }: PageProps<CardPage>) {
  return (
    <>
      <Hero name={name} />
      <BelowHero name={name} posts={data.posts} />
    </>
  )
}
