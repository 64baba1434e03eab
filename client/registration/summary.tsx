import { formatNumber } from '#client/lib/format-number.ts'
import { Icon } from '#client/ui/base/icon.tsx'
import { cardEdge, createStyled, media } from '#client/ui/base/styles.ts'
import { signUpEditions } from '#contract/registration.ts'
import type { Plan } from '#contract/site.ts'
import { type FieldName, groups } from './fields.tsx'

type SummaryProps = { plan: number; plans?: readonly Plan[] | undefined; progress: ReadonlySet<FieldName> }

/** What the visitor signs up for, and how much of the form is done. */
export function Summary({ plan, plans = [], progress }: SummaryProps) {
  const edition = signUpEditions.find((one) => one.plan === plan)
  const prices = plans[plan - 1]
  return (
    <SummaryAside aria-label="Your free month">
      <h2>Your free month</h2>
      <p>
        <b>{`${edition?.label} edition`}</b>
        {prices && prices.price_shown !== false && <span>{priceText(prices)}</span>}
      </p>
      <p>If you do nothing, it ends and you owe nothing.</p>
      <ol>
        {Object.values(groups).map(({ title, fields }) => (
          <Step key={title} title={title} done={fields.filter((one) => progress.has(one)).length} of={fields.length} />
        ))}
      </ol>
    </SummaryAside>
  )
}

const dollars = (price: number) => `$${formatNumber(price, Number.isInteger(price) ? 0 : 2)}`

const priceText = ({ monthly_price, annual_price }: Plan) =>
  `Free for a month. Then ${dollars(annual_price)} per person per month, billed annually, or ${dollars(monthly_price)} month by month.`

const Step = ({ title, done, of }: { title: string; done: number; of: number }) => (
  <li data-done={done === of || undefined}>
    <span>{title}</span>
    <small>
      {done === of && <Icon name="check" size={16} bold />}
      <span>{done === of ? 'Done' : `${done} of ${of}`}</span>
    </small>
  </li>
)

const s = createStyled('sign-up-summary')
const SummaryAside = s('aside')`
  position: sticky;
  top: 100px;
  padding: 26px 28px 14px;
  border-radius: var(--r-xl);
  background: var(--surface);
  ${cardEdge}
  color: var(--text-2);
  line-height: 1.5;
  & h2 { color: var(--text); font-size: 1.375rem; }
  & p { margin-top: 10px; }
  & b { display: block; color: var(--text); font-weight: 680; }
  & ol { margin-top: 18px; }
  & li {
    display: flex;
    justify-content: space-between;
    gap: 14px;
    padding: 10px 0;
    border-top: 1px solid var(--line);
  }
  & small { display: flex; gap: 6px; align-items: center; font-size: var(--t-small); font-variant-numeric: tabular-nums; }
  & li[data-done] small { color: var(--primary-ink); }
  /* Without script, the numbers stay as they are. */
  @media (scripting: none) { & small { display: none; } }
  ${media.singleColumn} { position: static; margin-bottom: 36px; }
`
