import { formatNumber } from '#client/lib/format-number.ts'
import { ButtonLink, TextLink } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'
import type { Edition } from '#contract/editions.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Plan } from '#contract/site.ts'
import type { Feature, Inclusion } from './features.ts'

/** Plans in order, and the selected billing period. A missing plan has no price. */
export type Offers = { plans: readonly Plan[]; monthly: boolean }

/** 24 → "24", 24.5 → "24.50", 1024 → "1,024". */
export const dollars = (price: number) => formatNumber(price, Number.isInteger(price) ? 0 : 2)

export const amount = ({ monthly_price, annual_price }: Plan, monthly: boolean) =>
  dollars(monthly ? monthly_price : annual_price)

/** What the price includes. Without JavaScript the period cannot be switched, so both prices are shown. */
export const Unit = ({ plan, monthly }: { plan: Plan; monthly: boolean }) => (
  <>
    per user per month<span>{!monthly && ', billed annually'}</span>
    <noscript>{`, or $${dollars(plan.monthly_price)} billed monthly`}</noscript>
  </>
)

export const AskForPrice = ({ name }: { name: string }) => (
  <TextLink to={pagePaths.contact}>
    <span>
      Ask for a price<VisuallyHidden>{` of ${name}`}</VisuallyHidden>
    </span>
  </TextLink>
)

export const TryLink = ({ edition, small }: { edition: Edition; small?: boolean }) => (
  <ButtonLink
    to={`${pagePaths.tryForFree}?plan=${edition.plan}`}
    variant={isEmphasized(edition) ? 'primary' : 'outline'}
    small={small}
    block
    aria-label={`Try For Free: ${edition.name}`}
  >
    Try For Free
  </ButtonLink>
)

/** Emphasized by the design. This does not claim that it is the most popular one. */
const EMPHASIZED_PLAN = 2

export const isEmphasized = ({ plan }: Edition) => plan === EMPHASIZED_PLAN

export const inColumn = (edition: Edition) => ({ 'data-emphasized': isEmphasized(edition) || undefined })

const Sign = ({ inclusion }: { inclusion: Inclusion }) => (
  <Shape $included={inclusion === 'Included'}>
    <Icon name={inclusion === 'Included' ? 'check' : 'plus'} size={18} bold={inclusion === 'Included'} />
  </Shape>
)

export const Mark = ({ inclusion }: { inclusion: Inclusion }) => (
  <>
    <Sign inclusion={inclusion} />
    <VisuallyHidden>{inclusion}</VisuallyHidden>
  </>
)

export const nameWithNote = ({ name, soon }: Feature) => (soon ? `${name} (coming soon)` : name)

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

const s = createStyled('price')
/** For controls that need JavaScript. */
export const HiddenWithoutScript = s('span')`
  @media (scripting: none) { display: none; }
`
/** Shapes differ, not only colors. */
const Shape = s('span')<{ $included: boolean }>`
  display: inline-grid;
  place-items: center;
  width: 30px;
  height: 30px;
  vertical-align: middle;
  ${({ $included }) =>
    $included
      ? 'border-radius: 8px; background: var(--primary-soft); color: var(--primary-ink);'
      : 'border-radius: 50%; background: var(--secondary-soft); color: var(--secondary-ink);'}
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
