import type { DocumentHead, PageProps } from '#client/lib/page-types.ts'
import { NineCrates } from '#client/mockups/diagrams.tsx'
import { ArrowLink, ButtonLink } from '#client/ui/base/button.tsx'
import { Halves, Lead, LeadText, PageHead, Section } from '#client/ui/base/layout.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { AsideColumns, DocketList } from '#client/ui/brand/docket-list.tsx'
import { firstCall } from '#client/ui/brand/first-call.ts'
import { type LearnMoreTexts, learnMoreTexts } from '#contract/learn-more-texts.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import { Apps, Steps, Trades } from './sections.tsx'

export const head = (texts: LearnMoreTexts | null, { name }: SiteInfo): DocumentHead => ({
  title: `How you get from spreadsheets to ${name} | ${name}`,
  description: (texts ?? learnMoreTexts(name)).description,
  canonicalPath: pagePaths.learnMore,
  image: 'learn-more',
})

export default function LearnMorePage({ data, site }: PageProps<LearnMoreTexts | null>) {
  const { hero, steps, parts } = data ?? learnMoreTexts(site.name)
  return (
    <>
      <PageHead>
        <h1>
          {hero.headline} <span>{hero.accent}</span>
        </h1>
        <Lead>{hero.lead}</Lead>
      </PageHead>
      <Columns>
        <Steps steps={steps} />
        <DocketList title="Bring to the first call" entries={firstCall} sticky />
      </Columns>
      <Parts texts={parts} />
      <Apps slug={site.slug} />
      <Trades />
    </>
  )
}

export const Parts = ({ texts: { title, text } }: { texts: LearnMoreTexts['parts'] }) => (
  <Section $band>
    <Halves>
      <NineCrates />
      <TextColumn>
        <h2>{title}</h2>
        <LeadText>{text}</LeadText>
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
