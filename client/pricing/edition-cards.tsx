import { ArrowLink } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { type Edition, editions } from '#contract/editions.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Plan } from '#contract/site.ts'
import { includedFeatures } from './features.ts'
import {
  AdditionalCosts,
  AskForPrice,
  amount,
  CONTACT_US,
  disclosure,
  FitLine,
  nameWithNote,
  type Offers,
  pricedPlan,
  SizeText,
  TryLink,
  Unit,
  useColumn,
} from './price.tsx'

const s = createStyled('edition-cards')
const Grid = s('div')`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(340px, 100%), 1fr));
  gap: 16px;
`
const Card = s('article')`
  padding: 22px;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  &[data-emphasized] { box-shadow: inset 0 5px 0 var(--primary), 0 0 0 2px var(--primary); }
  @media (forced-colors: active) { outline: 1px solid; }
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
const More = s('details')`
  grid-column: 1 / -1;
  & > summary { padding-block: 10px; font-weight: 640; ${disclosure} }
  &[open] > summary::after { content: '–' / ''; }
  & > ul { padding-left: 1.2em; color: var(--text-2); list-style: square; }
`

export const EditionCards = ({ plans, monthly }: Offers) => (
  <Grid>
    {editions.map((edition, index) => (
      <PlanCard key={edition.plan} edition={edition} plan={plans[index]} monthly={monthly} />
    ))}
    <More>
      <summary>Included in every edition</summary>
      <ul>
        {includedFeatures.map((feature) => (
          <li key={feature.name}>{nameWithNote(feature)}</li>
        ))}
      </ul>
    </More>
    <More as="div">
      <AdditionalCosts />
      <ArrowLink to={pagePaths.features}>See the features</ArrowLink>
    </More>
  </Grid>
)

/** "200 clients per user", "Contact Us for clients per user". */
const sizes = [
  ['users', 'users'],
  ['clients', 'clients per user'],
  ['storage', 'storage per user'],
] as const

function PlanCard({ edition, plan, monthly }: { edition: Edition; plan: Plan | undefined; monthly: boolean }) {
  const column = useColumn()
  const priced = pricedPlan(plan)
  return (
    <Card {...column(edition)}>
      <Top>
        <h3>{edition.name}</h3>
        {priced ? <Amount>{`$${amount(priced, monthly)}`}</Amount> : <AskForPrice name={edition.name} plan={plan} />}
      </Top>
      <Units>{priced && <Unit plan={priced} monthly={monthly} />}</Units>
      <FitLine edition={edition} />
      <Sizes>
        {sizes.map(([key, of]) => (
          <li key={key}>
            <b>
              <SizeText size={edition[key]} />
            </b>{' '}
            <span>{`${edition[key] === CONTACT_US ? 'for ' : ''}${of}`}</span>
          </li>
        ))}
      </Sizes>
      <TryLink edition={edition} />
    </Card>
  )
}
