import type { DocumentHead } from '#client/lib/page-types.ts'
import { MockupFrame } from '#client/mockups/frames.tsx'
import { ReceivablesScreen } from '#client/mockups/receivables-screen.tsx'
import { ClientsScreen } from '#client/mockups/screens.tsx'
import { ButtonLink, TextLink } from '#client/ui/base/button.tsx'
import { Halves, Lead, LeadText, PageHead, Section } from '#client/ui/base/layout.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { ClosingCallToAction } from '#client/ui/brand/closing-call-to-action.tsx'
import { HeroActions } from '#client/ui/brand/hero.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'
import { Flow } from './flow.tsx'
import { UserManagement } from './user-management.tsx'

export const head = (_: null, { name }: SiteInfo): DocumentHead => ({
  title: `Features | ${name}`,
  description:
    'Orders, production, packaging, shipping, inventory, accounts receivable and statistics in one system, with client ownership, an employee management tree and user groups.',
  canonicalPath: pagePaths.features,
  image: 'features',
})

export default function FeaturesPage() {
  return (
    <>
      <Opening />
      <Flow />
      <Dashboards />
      <UserManagement />
      <ClosingCallToAction
        title="See it with your own orders"
        text="We customize the software and set up your data for free. The first month is free too."
        goods={['loaf']}
        later
      >
        <ButtonLink to={pagePaths.contact} caps>
          SEE ALL FEATURES IN ACTION
        </ButtonLink>
      </ClosingCallToAction>
    </>
  )
}

export const Opening = () => (
  <PageHead>
    <h1>
      Orders, production, shipping <Together>and payments</Together> in one place
    </h1>
    <Lead>
      An order, production, packaging, shipping, inventory, accounts-receivable and statistics management system, built
      into a CRM. Affordable plans for all organizations.
    </Lead>
    <TopActions>
      <ButtonLink to={pagePaths.contact}>Contact Us</ButtonLink>
      <TextLink to={pagePaths.pricing}>Compare editions</TextLink>
    </TopActions>
  </PageHead>
)

export const Dashboards = () => (
  <>
    <Section>
      <Halves $columns="1.35fr 1fr">
        <SecondColumn>
          <h2>Invoices and payments from one dashboard</h2>
          <LeadText>
            See what is open, how old it is and who pays automatically. Clients can turn on auto-bill-pay by credit card
            or bank transfer (ACH), so you stop chasing.
          </LeadText>
        </SecondColumn>
        <MockupFrame>
          <ReceivablesScreen />
        </MockupFrame>
      </Halves>
    </Section>
    <Section $band>
      <Halves $columns="1fr 1.35fr">
        <TextColumn>
          <h2>Clients, orders and production from one dashboard</h2>
          <LeadText>
            The order your client placed last night is in production this morning. Change it once, and both the office
            and the floor see it.
          </LeadText>
        </TextColumn>
        <MockupFrame>
          <ClientsScreen />
        </MockupFrame>
      </Halves>
    </Section>
  </>
)

const s = createStyled('features')
/** Without it, the middle one of three lines is the shortest. Phones have more lines. */
const Together = s('span')`
  white-space: nowrap;
  ${media.phone} { white-space: normal; }
`
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
