import { DayCards } from '#client/ui/brand/day-cards.tsx'
import { Container } from '#client/ui/container.tsx'
import { Section, SectionHead } from '#client/ui/section.tsx'
import type { Landing } from '#contract/landing.ts'

/** What makes this trade's days hard, and what the software has to say to it. */
export const PainPoints = ({ pains: { title, list } }: { pains: Landing['pains'] }) => (
  <Section $band>
    <Container>
      <SectionHead>
        <h2>{title}</h2>
      </SectionHead>
      <DayCards cards={list} />
    </Container>
  </Section>
)
