import { formatDate } from '#client/lib/dates.ts'
import { NineCrates } from '#client/mockups/diagrams.tsx'
import { MockupFrame } from '#client/mockups/frames.tsx'
import { OrderScreen } from '#client/mockups/order-screen.tsx'
import { ArrowLink, ButtonLink } from '#client/ui/base/button.tsx'
import { Container, Halves, LeadText, Section } from '#client/ui/base/layout.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { ClosingCallToAction } from '#client/ui/brand/closing-call-to-action.tsx'
import type { HomeTexts } from '#contract/home-texts.ts'
import { pagePaths } from '#contract/paths.ts'
import type { PostCard as Post } from '#contract/posts.ts'
import type { SiteInfo } from '#contract/site.ts'
import { Founder } from './founder.tsx'
import { ContactButton } from './hero.tsx'
import { OneNight } from './one-night.tsx'
import { Overview, Plugins, Trades } from './sections.tsx'

type BelowHeroProps = { site: SiteInfo; posts: Post[]; texts: HomeTexts }

export default function BelowHero({ site, posts, texts }: BelowHeroProps) {
  return (
    <>
      <Trades texts={texts.trades} />
      <OneNight texts={texts.night} />
      <NineParts texts={texts.parts} />
      <Overview texts={texts.overview} />
      <OneOrder name={site.name} />
      <Plugins texts={texts.plugins} />
      <Founder site={site} />
      {posts.length > 0 && <LatestPosts posts={posts} />}
      <ClosingCallToAction title={texts.closing.title} text={texts.closing.text} goods={['loaf', 'jar']}>
        <ContactButton name={site.name} />
      </ClosingCallToAction>
    </>
  )
}

/** The only place that explains what ERP means. */
export const NineParts = ({ texts: { title, lead, text } }: { texts: HomeTexts['parts'] }) => (
  <Section $thin>
    <Halves>
      <TextColumn>
        <h2>{title}</h2>
        <LeadText>{lead}</LeadText>
        <p>{text}</p>
        <ArrowLink to={pagePaths.features}>See the features</ArrowLink>
      </TextColumn>
      <Crates>
        <NineCrates />
      </Crates>
    </Halves>
  </Section>
)

export const OneOrder = ({ name }: { name: string }) => (
  <Section $band $joined $thin>
    <Narrow>
      <MockupFrame>
        <OrderScreen />
      </MockupFrame>
      <Action>
        <ButtonLink to={pagePaths.contact} caps>
          {`GET STARTED WITH ${name.toUpperCase()} ERP`}
        </ButtonLink>
      </Action>
    </Narrow>
  </Section>
)

/** Titles and days of three posts, on phones of two: the pictures and summaries are on the blog. */
export const LatestPosts = ({ posts }: { posts: Post[] }) => (
  <Section $band $thin>
    <Container>
      <Heading>
        <h2>Latest posts</h2>
        <ArrowLink to={pagePaths.blog}>All posts</ArrowLink>
      </Heading>
      <Posts>
        {posts.map(({ id, title, date, lang }) => (
          <li key={id} lang={lang}>
            <Link to={pagePaths.post(id)} dir="auto">
              {title}
            </Link>
            <time dateTime={date}>{formatDate(date)}</time>
          </li>
        ))}
      </Posts>
    </Container>
  </Section>
)

const s = createStyled('below-hero')
const Narrow = s(Container)`
  max-width: 880px;
`
const Crates = s('div')`
  max-width: 470px;
  width: 100%;
  margin-inline: auto;
`
const TextColumn = s('div')`
  & > p { margin: 18px 0 14px; }
  & > p ~ p { margin: 0 0 8px; color: var(--text-2); }
`
const Action = s('p')`
  margin-top: 28px;
  text-align: center;
  ${media.phone} { & > a { width: 100%; } }
`
const Heading = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 4px 24px;
  margin-bottom: 18px;
`
const Posts = s('ul')`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 0 32px;
  & > li { padding: 18px 0; border-top: 1px solid var(--line); color: var(--text-2); font-size: var(--t-small); }
  & a {
    display: block;
    margin-bottom: 6px;
    color: var(--text);
    font: 620 1.25rem / 1.25 var(--f-display);
    text-decoration: none;
  }
  & a:hover { text-decoration: underline; text-underline-offset: 4px; }
  ${media.compact} { grid-template-columns: minmax(0, 1fr); & > li { padding-block: 14px; } }
  ${media.phone} { & > li:nth-child(n + 3) { display: none; } }
`
