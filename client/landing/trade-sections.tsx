import { DriverPhone } from '#client/mockups/driver-phone.tsx'
import { MockupFrame } from '#client/mockups/frames.tsx'
import { OperatorTablet } from '#client/mockups/operator-tablet.tsx'
import type { Trade } from '#client/mockups/samples.ts'
import { ArrowLink, ButtonLink } from '#client/ui/base/button.tsx'
import { Halves, LeadText, Section } from '#client/ui/base/layout.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { WithoutWidow } from '#client/ui/base/without-widow.tsx'
import { ClosingCallToAction } from '#client/ui/brand/closing-call-to-action.tsx'
import type { Landing } from '#contract/landing.ts'
import { pagePaths } from '#contract/paths.ts'
import type { PostCard } from '#contract/posts.ts'
import type { SiteInfo } from '#contract/site.ts'
import { MainMockup, PainPoints, Questions, SetupChecklist } from './landing-sections.tsx'
import { TradePosts } from './trade-posts.tsx'

type TradeSections = {
  landing: Landing
  trade: Trade
  posts: readonly PostCard[]
  site: Pick<SiteInfo, 'name' | 'slug'>
}

/** Everything below the hero of a landing page. */
export default function TradeSections({ landing, trade, posts, site }: TradeSections) {
  const { hero, closing } = landing
  return (
    <>
      <PainPoints pains={landing.pains} />
      <MainMockup screen={landing.screen} trade={trade} />
      <TradeApp app={landing.app} trade={trade} slug={site.slug} />
      <SetupChecklist list={landing.setup} />
      <Questions questions={landing.questions} />
      <ClosingCallToAction
        title={<WithoutWidow>{closing.title}</WithoutWidow>}
        text={closing.text}
        goods={hero.goods}
        days={hero.days}
      >
        <ButtonLink to={pagePaths.contact} caps>
          {`GET STARTED WITH ${site.name.toUpperCase()} ERP`}
        </ButtonLink>
      </ClosingCallToAction>
      {posts.length > 0 && <TradePosts posts={posts} trade={trade} />}
    </>
  )
}

type App = Landing['app']
type TradeApp = { app: App; trade: Trade; slug: string }

export function TradeApp({ app, trade, slug }: TradeApp) {
  if (app.which === 'driver') {
    return (
      <Section $joined>
        <Halves>
          <TextColumn app={app} label="How to get Driver Pro" to={pagePaths.driverApp(slug)} />
          <Phone>
            <DriverPhone trade={trade} />
            <figcaption>Sample data</figcaption>
          </Phone>
        </Halves>
      </Section>
    )
  }
  return (
    <Section $joined>
      <Halves $columns="1.25fr 1fr">
        <SecondColumn>
          <TextColumn app={app} label="How to get Operator Pro" to={pagePaths.operatorApp(slug)} />
        </SecondColumn>
        <MockupFrame>
          <OperatorTablet trade={trade} />
        </MockupFrame>
      </Halves>
    </Section>
  )
}

const TextColumn = ({ app: { title, text }, label, to }: { app: App; label: string; to: string }) => (
  <Text>
    <h2>
      <WithoutWidow>{title}</WithoutWidow>
    </h2>
    <LeadText>{text}</LeadText>
    <ArrowLink to={to}>{label}</ArrowLink>
  </Text>
)

const s = createStyled('trade-app')
const Text = s('div')`
  & > p { margin: 16px 0 10px; }
`
/** The text is read first, and is on the right of the tablet where both are side by side. */
const SecondColumn = s('div')`
  order: 1;
  ${media.compact} { order: 0; }
`
const Phone = s('figure')`
  width: min(275px, 100%);
  margin-inline: auto;
  & > figcaption { margin-top: 14px; color: var(--text-2); font-size: var(--t-small); text-align: center; }
`
