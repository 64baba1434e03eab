import { NineCrates } from '#client/mockups/diagrams.tsx'
import { MockupFrame } from '#client/mockups/frames.tsx'
import { OrderScreen } from '#client/mockups/order-screen.tsx'
import { ArrowLink, ButtonLink } from '#client/ui/base/button.tsx'
import { Container, Halves, LeadText, Section, SectionHead } from '#client/ui/base/layout.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { ClosingCallToAction } from '#client/ui/brand/closing-call-to-action.tsx'
import { PostGrid } from '#client/ui/content/post-grid.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { PostCard as Post } from '#contract/posts.ts'
import { Founder } from './founder.tsx'
import { ContactButton } from './hero.tsx'
import { Overview, Plugins, Trades, WholeWeek } from './sections.tsx'

export default function BelowHero({ name, posts }: { name: string; posts: Post[] }) {
  return (
    <>
      <WholeWeek name={name} />
      <NineParts />
      <Overview />
      <OneOrder name={name} />
      <Founder name={name} />
      <Plugins />
      {posts.length > 0 && <LatestPosts posts={posts} />}
      <Trades joined={posts.length === 0} />
      <ClosingCallToAction
        title="Try it with your own orders"
        text="Send us your product list and a week of orders. We set up the data and the first month is free."
        goods={['loaf', 'jar']}
      >
        <ContactButton name={name} />
      </ClosingCallToAction>
    </>
  )
}

export const NineParts = () => (
  <Section $band>
    <Halves>
      <div>
        <NineCrates />
      </div>
      <TextColumn>
        <h2>One pallet. Every part of the business.</h2>
        <LeadText>
          Production, inventory, service, human resources, MRP, sales, CRM, purchasing and financials share the same
          clients, products and orders. Change a number once and every screen has it.
        </LeadText>
        <p>Start with the parts you need. We set up the rest with you when you are ready.</p>
        <ArrowLink to={pagePaths.features}>See the features</ArrowLink>
      </TextColumn>
    </Halves>
  </Section>
)

export const OneOrder = ({ name }: { name: string }) => (
  <Section $joined>
    <Container>
      <Head>
        <h2>One order, from the phone call to the payment</h2>
        <LeadText>
          The client, delivery day, lines, stage and invoice are on one screen, so anyone in the building can answer
          “Where is it?”
        </LeadText>
      </Head>
      <MockupFrame>
        <OrderScreen />
      </MockupFrame>
      <Action>
        <ButtonLink to={pagePaths.contact} caps>
          {`GET STARTED WITH ${name.toUpperCase()} ERP`}
        </ButtonLink>
      </Action>
    </Container>
  </Section>
)

export const LatestPosts = ({ posts }: { posts: Post[] }) => (
  <Section $band>
    <Container>
      <Heading>
        <h2>Latest posts</h2>
        <ArrowLink to={pagePaths.blog}>All posts</ArrowLink>
      </Heading>
      <PostGrid posts={posts} />
    </Container>
  </Section>
)

const s = createStyled('below-hero')
const Head = s(SectionHead)`
  margin-inline: auto;
  text-align: center;
`
const TextColumn = s('div')`
  & > p { margin: 18px 0 16px; }
  & > p ~ p { margin: 0 0 8px; color: var(--text-2); }
`
const Action = s('p')`
  margin-top: 36px;
  text-align: center;
  ${media.phone} { & > a { width: 100%; } }
`
const Heading = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 4px 24px;
  margin-bottom: 28px;
`
