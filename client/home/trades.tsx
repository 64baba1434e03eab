import { Link } from 'react-router-dom'
import type { Good } from '#client/ui/brand/pallet-scene.tsx'
import { Container, Section, SectionHead } from '#client/ui/layout.tsx'
import { createStyled, media } from '#client/ui/styles.ts'

import { pagePaths } from '#contract/paths.ts'

const trades: [good: Good, title: string, text: string, path: string][] = [
  ['loaf', 'Bakeries', 'Tonight’s bake comes from today’s orders.', pagePaths.bakery],
  ['bottle', 'Milk distribution', 'The same doors, every week.', pagePaths.milk],
  ['jar', 'Sauce makers', 'Batches, jars and wholesale cases in one place.', pagePaths.sauce],
  ['container', 'Importers', 'Know what is promised before it lands.', pagePaths.importers],
  ['carton', 'Distributors', 'Many lines, many clients, one set of numbers.', pagePaths.distributors],
]

const s = createStyled('home-trades')
const Five = s('ul')`
  display: grid;
  grid-template-columns: repeat(5, 1fr);
  gap: 16px;
  & > li { display: grid; }
  ${media.hero} { grid-template-columns: minmax(0, 1fr); }
`
const Trade = s(Link)`
  padding: 26px 22px 22px;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  text-decoration: none;
  transition: transform var(--base) var(--out);
  &:hover { transform: translateY(-3px); }
  & > svg { margin-bottom: 18px; }
  & > strong { display: block; font: 620 1.25rem / 1.2 var(--f-display); }
  & > span { display: block; margin-top: 6px; color: var(--text-2); font-size: var(--t-small); line-height: 1.45; }
  ${media.hero} {
    display: grid;
    grid-template-columns: 64px 1fr;
    column-gap: 18px;
    align-items: center;
    padding: 16px 18px;
    & > svg { grid-row: 1 / 3; margin: 0; }
  }
`

export const Trades = () => (
  <Section $joined>
    <Container>
      <SectionHead>
        <h2>Pick your trade</h2>
      </SectionHead>
      <Five>
        {trades.map(([good, title, text, path]) => (
          <li key={path}>
            <Trade to={path}>
              <svg width="64" height="64" aria-hidden="true">
                <use href={`#good-${good}`} />
              </svg>
              <strong>{title}</strong> <span>{text}</span>
            </Trade>
          </li>
        ))}
      </Five>
    </Container>
  </Section>
)
