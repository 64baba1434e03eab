import { Link } from 'react-router-dom'
import type { Good } from '#client/ui/brand/pallet-scene.tsx'
import { Container, Section, SectionHead } from '#client/ui/layout.tsx'
import { createStyled, media } from '#client/ui/styles.ts'

import { pagePaths } from '#contract/paths.ts'

const s = createStyled('trades')
const List = s('ul')`
  display: grid;
  grid-template-columns: repeat(5, 1fr);
  gap: 16px;
  ${media.hero} { grid-template-columns: minmax(0, 1fr); }
`
const Trade = s(Link)`
  display: grid;
  gap: 18px;
  align-items: center;
  height: 100%;
  padding: 26px 22px 22px;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  font: 620 1.25rem / 1.2 var(--f-display);
  text-decoration: none;
  transition: transform var(--base) var(--out);
  &:hover { transform: translateY(-3px); }
  ${media.hero} { grid-template-columns: 64px 1fr; padding: 16px 18px; }
`

const trades: [Good, string, string][] = [
  ['loaf', 'Bakeries', pagePaths.bakery],
  ['bottle', 'Milk distribution', pagePaths.milk],
  ['jar', 'Sauce makers', pagePaths.sauce],
  ['container', 'Importers', pagePaths.importers],
  ['carton', 'Distributors', pagePaths.distributors],
]

export const Trades = () => (
  <Section $band>
    <Container>
      <SectionHead>
        <h2>How it looks in your trade</h2>
      </SectionHead>
      <List>
        {trades.map(([good, label, to]) => (
          <li key={to}>
            <Trade to={to}>
              <svg width="64" height="64" aria-hidden="true">
                <use href={`#good-${good}`} />
              </svg>
              {label}
            </Trade>
          </li>
        ))}
      </List>
    </Container>
  </Section>
)
