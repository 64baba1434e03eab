import { Link } from 'react-router-dom'
import { createStyled } from '#client/ui/styles.ts'
import { type Edition, editions } from '#contract/editions.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Plan } from '#contract/site.ts'
import { AskForPrice, amount, isEmphasized, type Offers, TryLink, Unit } from './price.tsx'

const s = createStyled('edition-cards')
const Grid = s('div')`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(340px, 100%), 1fr));
  gap: 16px;
`
const Card = s('article')<{ $emphasized: boolean }>`
  padding: 22px;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: ${({ $emphasized }) => $emphasized && 'inset 0 5px 0 var(--primary), '}0 0 0 1px var(--line);
`
const Top = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0 16px;
`
const Amount = s('span')`
  font: 620 2rem/1 var(--f-display);
`
const Units = s('p')`
  color: var(--text-2);
  font-size: 0.9375rem;
`
const Sizes = s('ul')`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 6px 14px;
  margin: 14px 0 18px;
  color: var(--text-2);
  font-size: 0.9688rem;
  & li { display: contents; }
  & b { color: var(--text); font-weight: 680; }
`
const More = s('p')`
  grid-column: 1 / -1;
  color: var(--text-2);
  font-size: 0.9375rem;
  & a { color: var(--primary-ink); font-weight: 640; text-underline-offset: 5px; }
`

export const EditionCards = ({ plans, monthly }: Offers) => (
  <Grid>
    {editions.map((edition, index) => (
      <PlanCard key={edition.plan} edition={edition} plan={plans[index]} monthly={monthly} />
    ))}
    <More>
      The full feature list is on wider screens. You can also <Link to={pagePaths.features}>see the features</Link> or{' '}
      <Link to={pagePaths.contact}>ask us what you need</Link>.
    </More>
  </Grid>
)

function PlanCard({ edition, plan, monthly }: { edition: Edition; plan: Plan | undefined; monthly: boolean }) {
  return (
    <Card $emphasized={isEmphasized(edition)}>
      <Top>
        <h3>{edition.name}</h3>
        {plan ? <Amount>${amount(plan, monthly)}</Amount> : <AskForPrice name={edition.name} />}
      </Top>
      <Units>{plan && <Unit plan={plan} monthly={monthly} />}</Units>
      <Sizes>
        {sizesOf(edition).map(([size, of]) => (
          <li key={of}>
            <b>{size}</b> <span>{of}</span>
          </li>
        ))}
      </Sizes>
      <TryLink edition={edition} />
    </Card>
  )
}

/** "200 clients per user", but "Contact Us for clients". */
function sizesOf({ users, clients, storage }: Edition): [string, string][] {
  const isOnRequest = users === 'Contact Us'
  return [
    [users, isOnRequest ? 'for users' : 'users'],
    [clients, isOnRequest ? 'for clients' : 'clients per user'],
    [storage, isOnRequest ? 'for storage' : 'storage per user'],
  ]
}
