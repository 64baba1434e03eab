import { BoardScreen } from '#client/screens/board-screen.tsx'
import { ClientsScreen } from '#client/screens/clients-screen.tsx'
import { Framed } from '#client/screens/framed.tsx'
import { OrderScreen } from '#client/screens/order-screen.tsx'
import { ReceivablesScreen } from '#client/screens/receivables-screen.tsx'
import type { Trade } from '#client/screens/samples.ts'
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
export function BigScreen({ screen: { show, title, lead }, trade }: { screen: Landing['screen']; trade: Trade }) {
  const Screen = screens[show]
  return (
    <Section>
      <Container>
        <SectionHead>
          <h2>{title}</h2>
          <LeadText>{lead}</LeadText>
        </SectionHead>
        <Framed>
          <Screen trade={trade} />
        </Framed>
      </Container>
    </Section>
  )
}
