import { BoardScreen } from '#client/mockups/board-screen.tsx'
import { ClientsScreen } from '#client/mockups/clients-screen.tsx'
import { MockupFrame } from '#client/mockups/mockup-frame.tsx'
import { OrderScreen } from '#client/mockups/order-screen.tsx'
import { ReceivablesScreen } from '#client/mockups/receivables-screen.tsx'
import type { Trade } from '#client/mockups/samples.ts'
import { Container } from '#client/ui/container.tsx'
import { LeadText, Section, SectionHead } from '#client/ui/section.tsx'
import type { Landing } from '#contract/landing.ts'

const screens = {
  board: BoardScreen,
  clients: ClientsScreen,
  order: OrderScreen,
  receivables: ReceivablesScreen,
}

/** The one product screen that this trade will look at most, with samples of its own. */
export function MainMockup({ screen: { show, title, lead }, trade }: { screen: Landing['screen']; trade: Trade }) {
  const Screen = screens[show]
  return (
    <Section>
      <Container>
        <SectionHead>
          <h2>{title}</h2>
          <LeadText>{lead}</LeadText>
        </SectionHead>
        <MockupFrame>
          <Screen trade={trade} />
        </MockupFrame>
      </Container>
    </Section>
  )
}
