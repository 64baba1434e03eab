import { createContext, use } from 'react'
import { formatNumber } from '#client/lib/format-number.ts'
import { ButtonLink, TextLink } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'
import type { Edition } from '#contract/editions.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Plan, PluginPrices } from '#contract/site.ts'
import { costOf } from './cost.ts'
import { type Feature, type Inclusion, plugins } from './features.ts'

/** Plans in order, and the selected billing period. A missing plan has no price. */
export type Offers = { plans: readonly Plan[]; monthly: boolean }

/** 24 → "24", 24.5 → "24.50", 1024 → "1,024". */
export const dollars = (price: number) => formatNumber(price, Number.isInteger(price) ? 0 : 2)

/** The edition that a number of people needs, and what its column says. */
export type Fit = { plan: number; text: string }

export function fitOf(people: number | undefined, plans: readonly Plan[], monthly: boolean): Fit | undefined {
  if (people === undefined) return undefined
  const { edition, total } = costOf(people, plans, monthly)
  const price = total ? `: $${dollars(total.perMonth)} a month` : ''
  return { plan: edition.plan, text: `Fits ${formatNumber(people)} ${people === 1 ? 'person' : 'people'}${price}` }
}

export const amount = ({ monthly_price, annual_price }: Plan, monthly: boolean) =>
  dollars(monthly ? monthly_price : annual_price)

/** What the price includes. Without JavaScript the period cannot be switched, so both prices are shown. */
export const Unit = ({ plan, monthly }: { plan: Plan; monthly: boolean }) => (
  <>
    per user per month<span>{!monthly && ', billed annually'}</span>
    <noscript>{`, or $${dollars(plan.monthly_price)} billed monthly`}</noscript>
  </>
)

/** The plan, if its price is shown. */
export const pricedPlan = (plan: Plan | undefined) => (plan?.price_shown === false ? undefined : plan)

/** In place of a price that is not shown, or is missing. */
export const AskForPrice = ({ name, plan }: { name: string; plan: Plan | undefined }) => (
  <TextLink to={pagePaths.contact}>
    <span>
      {plan ? 'Contact us' : 'Ask for a price'}
      <VisuallyHidden>{` ${plan ? 'for the price ' : ''}of ${name}`}</VisuallyHidden>
    </span>
  </TextLink>
)

export function TryLink({ edition, small }: { edition: Edition; small?: boolean }) {
  const fits = use(Fitting)?.plan === edition.plan
  return (
    <ButtonLink
      to={`${pagePaths.tryForFree}?plan=${edition.plan}`}
      variant={fits ? 'primary' : 'outline'}
      small={small}
      block
      aria-label={`Try For Free: ${edition.name}`}
    >
      Try For Free
    </ButtonLink>
  )
}

/** The edition for the number of people that the reader typed. Its column is emphasized. */
export const Fitting = createContext<Fit | undefined>(undefined)

export function useColumn() {
  const fit = use(Fitting)
  return (edition: Edition) => ({ 'data-emphasized': fit?.plan === edition.plan || undefined })
}

/** "Fits 6 people: $192 a month", in the column of the edition that fits. All columns reserve its height. */
export function FitLine({ edition }: { edition: Edition }) {
  const fit = use(Fitting)
  return <FitText>{fit?.plan === edition.plan && fit.text}</FitText>
}

const LATER = 'Included when available'
type MarkProps = { inclusion: Inclusion; soon?: boolean | undefined }

const Sign = ({ inclusion, soon }: MarkProps) => (
  <Shape $look={inclusion !== 'Included' ? 'extra' : soon ? 'later' : 'included'}>
    <Icon name={inclusion === 'Included' ? 'check' : 'plus'} size={18} bold={inclusion === 'Included'} />
  </Shape>
)

/** What is included once it is available is only outlined. */
export const Mark = ({ inclusion, soon }: MarkProps) => (
  <>
    <Sign inclusion={inclusion} soon={soon} />
    <VisuallyHidden>{inclusion === 'Included' && soon ? LATER : inclusion}</VisuallyHidden>
  </>
)

export const nameWithNote = ({ name, soon }: Feature) => (soon ? `${name} (coming soon)` : name)

/** The plugins, and what they cost at least. */
export const PluginList = ({ prices = {} }: { prices?: PluginPrices | undefined }) => (
  <Plugins id="plugins">
    {plugins.map(({ name, key, text, soon }) => (
      <div key={key}>
        <dt>{nameWithNote({ name, ...(soon && { soon }) })}</dt>
        <dd>{text}</dd>
        <dd>{prices[key] === undefined ? 'Price on request' : `from $${dollars(prices[key])}`}</dd>
      </div>
    ))}
  </Plugins>
)

/** What the second entry of the legend means. */
export const AdditionalCosts = () => (
  <Note>
    Plugins are tailored to your business, so they cost extra on every edition.{' '}
    <Quiet to={pagePaths.contact}>Ask us what yours would cost</Quiet>.
  </Note>
)

/** The size of Enterprise. */
export const CONTACT_US = 'Contact Us'

/** A size of an edition, or a link where the size is agreed on. */
export const SizeText = ({ size }: { size: string }) =>
  size === CONTACT_US ? <Quiet to={pagePaths.contact}>{size}</Quiet> : size

export const Legend = () => (
  <Entries aria-label="Legend">
    {(['Included', 'Additional Costs Apply'] as const).map((inclusion) => (
      <li key={inclusion}>
        <Sign inclusion={inclusion} />
        <span>{inclusion}</span>
      </li>
    ))}
  </Entries>
)

/** A summary with "+" while it is closed, and "–" while it is open. */
export const disclosure = `
  display: flex;
  justify-content: space-between;
  gap: 16px;
  list-style: none;
  cursor: pointer;
  &::-webkit-details-marker { display: none; }
  &::after { content: '+' / ''; font-size: 1.375rem; line-height: 1; }
`

const s = createStyled('price')
/** For controls that need JavaScript. */
export const HiddenWithoutScript = s('span')`
  @media (scripting: none) { display: none; }
`
/** Shapes differ, not only colors. */
const looks = {
  included: 'border-radius: 8px; background: var(--primary-soft); color: var(--primary-ink);',
  later: 'border: 1.5px dashed var(--line-strong); border-radius: 8px; color: var(--text-3);',
  extra: 'border-radius: 50%; background: var(--secondary-soft); color: var(--secondary-ink);',
}
const Shape = s('span')<{ $look: keyof typeof looks }>`
  display: inline-grid;
  place-items: center;
  width: 30px;
  height: 30px;
  vertical-align: middle;
  ${({ $look }) => looks[$look]}
`
const FitText = s('span')`
  display: block;
  min-height: 2.9em;
  margin-top: 8px;
  color: var(--primary-ink);
  font-size: 0.875rem;
  font-weight: 640;
  line-height: 1.45;
  text-wrap: balance;
`
const Plugins = s('dl')`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(240px, 100%), 1fr));
  gap: 16px 24px;
  padding-top: 40px;
  font-size: 0.9688rem;
  & dt { font-weight: 640; }
  & dd { color: var(--text-2); }
  & dd:last-child { color: var(--secondary-ink); font-weight: 600; }
`
const Quiet = s(Link)`
  padding-block: 3px;
  color: var(--primary-ink);
  text-underline-offset: 5px;
`
const Note = s('p')`
  max-width: 42.7em;
  margin-top: 14px;
  color: var(--text-2);
  font-size: 0.9375rem;
`
const Entries = s('ul')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px 28px;
  font-size: 0.9375rem;
  font-weight: 600;
  & li { display: flex; gap: 10px; align-items: center; }
`
