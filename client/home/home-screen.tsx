import type { ScreenProps } from '#client/api/page.ts'
import { ClosingBand } from '#client/ui/closing-band.tsx'
import { still } from '#client/ui/still.tsx'
import type { CardPage } from '#contract/api.ts'
import { ContactButton } from './contact-button.tsx'
import { Founder } from './founder.tsx'
import { Hero } from './hero.tsx'
import { LatestPosts } from './latest-posts.tsx'
import { NineParts } from './nine-parts.tsx'
import { OneOrder } from './one-order.tsx'
import { Overview } from './overview.tsx'
import { Trades } from './trades.tsx'

/** Sections with nothing to click cost the page no JavaScript, just as pictures. */
const WholeWeek = still(() => import('./whole-week.tsx'), 'height: 560px;')
const Plugins = still(() => import('./plugins.tsx'), 'height: 700px;')

/** `/` (§2). */
export default function HomeScreen({ data, site: { name } }: ScreenProps<CardPage>) {
  return (
    <>
      <Hero name={name} />
      <WholeWeek name={name} />
      <NineParts />
      <Overview />
      <OneOrder name={name} />
      <Founder name={name} />
      <Plugins />
      {data.posts.length > 0 && <LatestPosts posts={data.posts} />}
      <Trades />
      <ClosingBand
        title="Try it with your own orders"
        text="Send us your product list and a week of orders. We set up the data and the first month is free."
        goods={['loaf', 'jar']}
      >
        <ContactButton name={name} />
      </ClosingBand>
    </>
  )
}
