import type { ScreenProps } from '#client/api/page.ts'
import type { CardPage } from '#contract/api.ts'
import { Closing } from './closing.tsx'
import { Hero } from './hero.tsx'
import { LatestPosts } from './latest-posts.tsx'

/** `/` (§2). */
export default function HomeScreen({ data, site }: ScreenProps<CardPage>) {
  return (
    <>
      <Hero name={site.name} />
      {data.posts.length > 0 && <LatestPosts posts={data.posts} />}
      <Closing name={site.name} />
    </>
  )
}
