import type { DocumentHead, PageProps } from '#client/lib/page-types.ts'
import { NineCrates } from '#client/mockups/diagrams.tsx'
import { ArrowLink, ButtonLink } from '#client/ui/base/button.tsx'
import { Halves, Lead, LeadText, PageHead, Section } from '#client/ui/base/layout.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { AsideColumns, DocketList } from '#client/ui/brand/docket-list.tsx'
import { firstCall } from '#client/ui/brand/first-call.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import { Apps, Steps, Trades } from './sections.tsx'

export const head = (_: null, { name }: SiteInfo): DocumentHead => ({
  title: `How you get from spreadsheets to ${name} | ${name}`,
  description:
    'Five steps from the first call to your own orders on one system: we listen, load your data, customize the software, and you run a month free.',
  canonicalPath: pagePaths.learnMore,
  image: 'learn-more',
})

export default function LearnMorePage({ site }: PageProps<null>) {
  return (
    <>
      <PageHead>
        <h1>
          How you get from&nbsp;spreadsheets to <span>{site.name}</span>
        </h1>
        <Lead>No big switch-over day. We move one part of your week at a time, alongside what you already use.</Lead>
      </PageHead>
      <Columns>
        <Steps />
        <DocketList title="Bring to the first call" entries={firstCall} sticky />
      </Columns>
      <Parts />
      <Apps slug={site.slug} />
      <Trades />
    </>
  )
}

export const Parts = () => (
  <Section $band>
    <Halves>
      <NineCrates />
      <TextColumn>
        <h2>What is on the pallet</h2>
        <LeadText>Nine parts that share the same clients, products and orders. Start where it hurts most.</LeadText>
        <Actions>
          <ButtonLink to={pagePaths.contact}>Contact Us</ButtonLink>
          <ArrowLink to={pagePaths.features}>All features</ArrowLink>
        </Actions>
      </TextColumn>
    </Halves>
  </Section>
)

const s = createStyled('learn-more')
const Columns = s(AsideColumns)`
  padding-top: 0;
`
const TextColumn = s('div')`
  & > p { margin: 18px 0 20px; }
`
const Actions = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px 24px;
`
