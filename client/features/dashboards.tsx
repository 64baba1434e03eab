import { BoardScreen } from '#client/mockups/board-screen.tsx'
import { MockupFrame } from '#client/mockups/mockup-frame.tsx'
import { ReceivablesScreen } from '#client/mockups/receivables-screen.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { Halves, LeadText, Section } from '#client/ui/section.tsx'

const s = createStyled('dashboards')
const Words = s('div')`
  & > p { margin-top: 16px; }
`

/** The two screenshots with their text (§2), with the claims of §1. */
export const Dashboards = () => (
  <>
    <Section $band>
      <Halves $columns="1.35fr 1fr">
        <MockupFrame>
          <ReceivablesScreen />
        </MockupFrame>
        <Words>
          <h2>Invoices and payments from one dashboard</h2>
          <LeadText>
            See what is open, how old it is and who pays by themselves. Clients can switch on auto-bill-pay by credit
            card or bank transfer (ACH), so you stop chasing.
          </LeadText>
        </Words>
      </Halves>
    </Section>
    <Section>
      <Halves $columns="1fr 1.35fr">
        <Words>
          <h2>Clients, orders and production from one dashboard</h2>
          <LeadText>
            The order your client placed last night is the number on the production board this morning. Change it once;
            the office and the floor see the change.
          </LeadText>
        </Words>
        <MockupFrame>
          <BoardScreen />
        </MockupFrame>
      </Halves>
    </Section>
  </>
)
