import { MockupFrame } from '#client/mockups/mockup-frame.tsx'
import { OrderScreen } from '#client/mockups/order-screen.tsx'
import { Container } from '#client/ui/container.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { ButtonLink } from '#client/ui/form/button.tsx'
import { media } from '#client/ui/media.ts'
import { LeadText, Section, SectionHead } from '#client/ui/section.tsx'
import { pagePaths } from '#contract/paths.ts'

const s = createStyled('one-order')
const Head = s(SectionHead)`
  margin-inline: auto;
  text-align: center;
`
const Action = s('p')`
  margin-top: 36px;
  text-align: center;
  ${media.phone} { & > a { width: 100%; } }
`

/** The sales-order screenshot of the overview, and its button (§2). */
export const OneOrder = ({ name }: { name: string }) => (
  <Section $joined>
    <Container>
      <Head>
        <h2>One order, from the phone call to the payment</h2>
        <LeadText>
          Client, delivery day, lines, stage and invoice sit on one screen. Anyone in the building can answer “where is
          it?”
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
