import { cardEdge, createStyled, media } from '#client/ui/base/styles.ts'

import type { Day } from './pallet-scene.tsx'

const s = createStyled('day-cards')
const List = s('ul')`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(280px, 30%), 1fr));
  gap: clamp(14px, 2vw, 24px);
  ${media.phone} { grid-template-columns: minmax(0, 1fr); }
`
const Card = s('li')`
  padding: 26px 20px;
  border-top: 6px solid var(--day);
  border-radius: var(--r-lg);
  background: var(--surface);
  ${cardEdge}
  & > p { margin-top: 10px; color: var(--text-2); }
`

export type DayCard = { day: Day; title: string; text: string }

/** Two or three points in a row, each with an edge in the color of a day. */
export const DayCards = ({ cards, className }: { cards: readonly DayCard[]; className?: string }) => (
  <List {...(className && { className })}>
    {cards.map(({ day, title, text }) => (
      <Card key={title} data-day={day}>
        <h3>{title}</h3>
        <p>{text}</p>
      </Card>
    ))}
  </List>
)
