import { Container } from '#client/ui/container.tsx'
import { scoped } from '#client/ui/scoped.ts'
import { Section, SectionHead } from '#client/ui/section.tsx'
import { media } from '#client/ui/theme.ts'
import type { App } from './apps.tsx'

const s = scoped('points')
/** Above the picture that runs out of the hero. */
const Band = s(Section)`
  position: relative;
  & h2 { max-width: 20ch; }
`
const Cards = s('ul')`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 24px;
  ${media.compact} { grid-template-columns: minmax(0, 1fr); }
`
const Card = s('li')<{ $day: string }>`
  padding: 28px;
  border-top: 6px solid ${({ $day }) => `var(--${$day})`};
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  & > p { margin-top: 10px; color: var(--text-2); }
`

/** Three things that somebody does with the app. */
export const Points = ({ title, cards }: App['points']) => (
  <Band $band>
    <Container>
      <SectionHead>
        <h2>{title}</h2>
      </SectionHead>
      <Cards>
        {cards.map((card) => (
          <Card key={card.title} $day={card.day}>
            <h3>{card.title}</h3>
            <p>{card.text}</p>
          </Card>
        ))}
      </Cards>
    </Container>
  </Band>
)
