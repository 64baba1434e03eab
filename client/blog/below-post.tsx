import { ButtonLink } from '#client/ui/base/button.tsx'
import { Container } from '#client/ui/base/layout.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { UnbrokenWords } from '#client/ui/base/unbroken-words.tsx'
import { WithoutWidow } from '#client/ui/base/without-widow.tsx'
import { ClosingCallToAction } from '#client/ui/brand/closing-call-to-action.tsx'
import { HeroActions } from '#client/ui/brand/hero.tsx'
import { Day } from '#client/ui/content/post-facts.tsx'
import { CardImage } from '#client/ui/content/post-image.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { PostPage, RelatedPost } from '#contract/posts.ts'
import { readersOf } from '#contract/trades.ts'

/** What follows the text of a post. */
export default function BelowPost({ post, name }: { post: PostPage; name: string }) {
  return (
    <>
      <RelatedPosts posts={post.related} />
      <NextStep trade={post.trade} name={name} />
    </>
  )
}

export const RelatedPosts = ({ posts }: { posts: readonly RelatedPost[] }) =>
  posts.length > 0 && (
    <Related>
      <h2>Related posts</h2>
      <ul>
        {posts.map((post) => (
          <li key={post.id}>
            <CardImage post={post} sizes="(max-width: 960px) 160px, 384px" />
            <div>
              <h3 dir="auto" lang={post.lang}>
                <Link to={pagePaths.post(post.id)}>
                  <UnbrokenWords>{post.title}</UnbrokenWords>
                </Link>
              </h3>
              <Day date={post.date} />
            </div>
          </li>
        ))}
      </ul>
    </Related>
  )

/** The page of the post's trade, or else the features; then the free trial. */
export function NextStep({ trade, name }: { trade: PostPage['trade']; name: string }) {
  const { headline, lead, goods } = trade ?? {
    headline: 'Orders, production, shipping and payments in one place',
    lead: 'See what each stage of an order looks like, from the phone call to the payment.',
    goods: ['loaf', 'jar'] as const,
  }
  return (
    <ClosingCallToAction title={<WithoutWidow>{headline}</WithoutWidow>} text={lead} goods={goods} later>
      <Actions>
        <ButtonLink to={trade ? pagePaths.landing(trade.id) : pagePaths.features}>
          {trade ? `${name} for ${readersOf(trade.id)}` : 'See the features'}
        </ButtonLink>
        <ButtonLink to={pagePaths.tryForFree} variant="outline">
          Try For Free
        </ButtonLink>
      </Actions>
    </ClosingCallToAction>
  )
}

const s = createStyled('below-post')
const Actions = s(HeroActions)`
  ${media.phone} { & > a { width: 100%; } }
`
/** Cards side by side, in narrow windows in rows. The link covers its card. */
const Related = s(Container)`
  padding-bottom: var(--s-section);
  & > ul { display: grid; grid-auto-columns: 1fr; grid-auto-flow: column; gap: 24px; margin-top: 24px; }
  & li { position: relative; overflow: hidden; border-radius: var(--r-xl); background: var(--surface); box-shadow: 0 0 0 1px var(--line); }
  & li:hover { box-shadow: 0 0 0 1.5px var(--primary); }
  & li:only-child { max-width: 588px; }
  & div { min-width: 0; padding: 18px; }
  & div[data-day] { padding: 0; }
  & h3 { font-size: 1.125rem; }
  & a { text-decoration: none; }
  & a::after { content: ''; position: absolute; inset: 0; }
  & time { display: block; margin-top: 8px; color: var(--text-2); font-size: var(--t-small); }
  ${media.compact} {
    & > ul { grid-auto-flow: row; }
    & li { display: flex; align-items: center; padding-left: 12px; }
    & li > :first-child { flex: none; width: 38%; border-radius: var(--r-md); }
  }
`
