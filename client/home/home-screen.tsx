import type { ScreenProps } from '#client/api/page.ts'
import { still } from '#client/ui/still.tsx'
import type { CardPage } from '#contract/api.ts'
import { Hero } from './hero.tsx'

const BelowHero = still(() => import('./below-hero.tsx'))

/** With the screen, where a navigation inside the app leads here: nothing below the film comes late. */
export const stills = BelowHero.open

/** `/` (§2). Only the film is alive. */
export default function HomeScreen({ data, site: { name } }: ScreenProps<CardPage>) {
  return (
    <>
      <Hero name={name} />
      <BelowHero name={name} posts={data.posts} />
    </>
  )
}
