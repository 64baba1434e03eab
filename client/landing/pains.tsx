import { Container } from '#client/ui/container.tsx'
import { scoped } from '#client/ui/scoped.ts'
import { Section, SectionHead } from '#client/ui/section.tsx'
import { media } from '#client/ui/theme.ts'
import type { Landing } from '#contract/landing.ts'

const s = scoped('pains')
const Cards = s('ul')`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(280px, 1fr));
  gap: 24px;
  ${media.compact} { grid-template-columns: minmax(0, 1fr); }
`
/** The edge has the color of a day. */
const Card = s('li')<{ $day: string }>`
  padding: 28px;
  border-top: 6px solid ${({ $day }) => `var(--${$day})`};
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  & > p { margin-top: 10px; color: var(--text-2); }
`

/** What makes this trade's days hard, and what the software has to say to it. */
export const Pains = ({ pains: { title, list } }: { pains: Landing['pains'] }) => (
  <Section $band>
    <Container>
      <SectionHead>
        <h2>{title}</h2>
      </SectionHead>
      <Cards>
        {list.map((pain) => (
          <Card key={pain.title} $day={pain.day}>
            <h3>{pain.title}</h3>
            <p>{pain.text}</p>
          </Card>
        ))}
      </Cards>
    </Container>
  </Section>
)
