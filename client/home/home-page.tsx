import type { DocumentHead, PageProps } from '#client/lib/page-types.ts'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'
import type { CardPage } from '#contract/api.ts'
import { type HomeTexts, homeTexts } from '#contract/home-texts.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import { Hero, HeroVideo } from './hero.tsx'
import { NotFoundLine } from './not-found-line.tsx'

/** The newest posts. */
export type HomeData = CardPage & { texts?: HomeTexts | null }

const BelowHero = lazyPart(() => import('./below-hero.tsx'))
export const loadParts = () => Promise.all([HeroVideo.load(), BelowHero.load()])

export const head = (_: HomeData, { name, description }: SiteInfo): DocumentHead => ({
  title: `${name} ERP: software for food businesses`,
  description,
  canonicalPath: pagePaths.home,
  offers: true,
  heroVideo: true,
})

/** `/`. The video and the part below the hero are separate chunks. */
export default function HomePage({ data, site }: PageProps<HomeData>) {
  const texts = data.texts ?? homeTexts(site.name)
  return (
    <>
      <NotFoundLine />
      <Hero name={site.name} texts={texts.hero} />
      <BelowHero site={site} posts={data.posts} texts={texts} />
    </>
  )
}
