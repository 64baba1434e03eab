import type { DocumentHead, PageProps } from '#client/lib/page-types.ts'
import { MockupFrame } from '#client/mockups/frames.tsx'
import { ReceivablesScreen } from '#client/mockups/receivables-screen.tsx'
import { ClientsScreen } from '#client/mockups/screens.tsx'
import { ButtonLink, TextLink } from '#client/ui/base/button.tsx'
import { Halves, Lead, LeadText, PageHead, Section } from '#client/ui/base/layout.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { ClosingCallToAction } from '#client/ui/brand/closing-call-to-action.tsx'
import { HeroActions } from '#client/ui/brand/hero.tsx'
import { type FeaturesTexts, featuresTexts } from '#contract/features-texts.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import { Flow } from './flow.tsx'
import { UserManagement } from './user-management.tsx'

export const head = (texts: FeaturesTexts | null, { name }: SiteInfo): DocumentHead => ({
  title: `Features | ${name}`,
  description: (texts ?? featuresTexts()).description,
  canonicalPath: pagePaths.features,
  image: 'features',
})

export default function FeaturesPage({ data }: PageProps<FeaturesTexts | null>) {
  const texts = data ?? featuresTexts()
  return (
    <>
      <Opening texts={texts.hero} />
      <Flow />
      <Dashboards texts={texts} />
      <UserManagement />
      <ClosingCallToAction title={texts.closing.title} text={texts.closing.text} goods={['loaf']} later>
        <ButtonLink to={pagePaths.contact} caps>
          SEE ALL FEATURES IN ACTION
        </ButtonLink>
      </ClosingCallToAction>
    </>
  )
}

export const Opening = ({ texts: { headline, lead } }: { texts: FeaturesTexts['hero'] }) => (
  <PageHead>
    <h1>{headline}</h1>
    <Lead>{lead}</Lead>
    <TopActions>
      <ButtonLink to={pagePaths.contact}>Contact Us</ButtonLink>
      <TextLink to={pagePaths.pricing}>Compare editions</TextLink>
    </TopActions>
  </PageHead>
)

type DashboardsProps = { texts: Pick<FeaturesTexts, 'receivables' | 'clients'> }

export const Dashboards = ({ texts: { receivables, clients } }: DashboardsProps) => (
  <>
    <Section>
      <Halves $columns="1.35fr 1fr">
        <SecondColumn>
          <h2>{receivables.title}</h2>
          <LeadText>{receivables.text}</LeadText>
        </SecondColumn>
        <MockupFrame>
          <ReceivablesScreen />
        </MockupFrame>
      </Halves>
    </Section>
    <Section $band>
      <Halves $columns="1fr 1.35fr">
        <TextColumn>
          <h2>{clients.title}</h2>
          <LeadText>{clients.text}</LeadText>
        </TextColumn>
        <MockupFrame>
          <ClientsScreen />
        </MockupFrame>
      </Halves>
    </Section>
  </>
)

const s = createStyled('features')
const TopActions = s(HeroActions)`
  margin-top: 30px;
`
const TextColumn = s('div')`
  & > p { margin-top: 16px; }
`
/** The text is read first, and is on the right of its picture where both are side by side. */
const SecondColumn = s(TextColumn)`
  order: 1;
  ${media.compact} { order: 0; }
`
