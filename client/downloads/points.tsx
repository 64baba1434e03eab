import { DayCards } from '#client/ui/brand/day-cards.tsx'
import { Container } from '#client/ui/container.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { Section, SectionHead } from '#client/ui/section.tsx'
import type { App } from './apps.tsx'

const s = createStyled('points')
/** Above the picture that runs out of the hero. */
const Band = s(Section)`
  position: relative;
  & h2 { max-width: 12.4em; }
`
/** Three things that somebody does with the app. */
export const Points = ({ title, cards }: App['points']) => (
  <Band $band>
    <Container>
      <SectionHead>
        <h2>{title}</h2>
      </SectionHead>
      <DayCards cards={cards} />
    </Container>
  </Band>
)
